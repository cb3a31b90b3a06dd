import { GUID_PATTERN } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Store } from '../database/store.js';
import type { TypedInstance } from '../routes/operations.js';
import { EventStream } from './event-stream.js';
import type { RunWatch } from './run-watch.js';

/**
 * Server-sent events: `run` with a run's state, version and number of results, never results themselves, and `runs` when runs were
 * added. After a break, a page asks for what it lacks by the number of results that it has.
 */
export function addEventRoutes(app: TypedInstance, watch: RunWatch, store: Store): void {
  const querystring = Type.Object({ runs: Type.Optional(Type.String({ pattern: RUNS })) });
  const runsOf = ({ runs }: { runs?: string }) => runs?.toLowerCase().split(',') ?? [];
  const ends = new Set<() => void>();

  app.get('/viewer/events', { exposeHeadRoute: false, schema: { querystring } }, (request, reply) => {
    const runs = runsOf(request.query);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
    const stream = new EventStream(reply.raw);
    const stop = watch.listen(runs, (change) => stream.send(change === undefined ? 'runs' : 'run', change ?? {}));
    const end = () => {
      stop();
      stream.end();
    };
    ends.add(end);
    reply.raw.once('close', () => {
      stop();
      ends.delete(end);
    });
  });

  // For pages that can't share a stream, and so would use up the browser's connections.
  app.get('/viewer/changes', { schema: { querystring } }, async (request) => {
    const runs = runsOf(request.query);
    const changes = runs.length === 0 ? [] : await store.changes(runs);
    const [newest] = await store.viewRuns({ limit: 1 });
    return { runs: changes, newest: newest?.id ?? null };
  });

  // Streams never end by themselves, and would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const end of ends) end();
  });
}

const GUID = GUID_PATTERN.slice(1, -1);
/** GUIDs of at most 100 runs. */
const RUNS = `^${GUID}(,${GUID}){0,99}$`;
