import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/database/open-store.js';
import { startServer } from '../../src/index.js';
import { RunWatch } from '../../src/viewer/run-watch.js';
import { Postgres } from '../postgres.js';
import { result, Service, useServers } from '../service.js';

useServers();
let postgres: Promise<Postgres> | undefined;
afterAll(async () => (await postgres)?.close());

interface Event {
  event: string;
  data: { id?: string; version?: number; results?: number; status?: string };
}

/** The events of a stream. */
async function* eventsOf(url: string, runs: readonly string[], signal: AbortSignal): AsyncGenerator<Event> {
  const answer = await fetch(`${url}/viewer/events?runs=${runs.join(',')}`, { signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const found = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (found !== null) yield { event: found[1] ?? '', data: JSON.parse(found[2] ?? '') };
    }
  }
}

async function until(events: AsyncGenerator<Event>, isWanted: (event: Event) => boolean): Promise<Event> {
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (isWanted(next.value)) return next.value;
  }
  throw new Error('The stream ended.');
}

const OPTIONS = { port: 0, open: true };

describe('a page that looks at a run', () => {
  it('gets its current state, and its number of results after each change', async () => {
    const service = new Service(await startServer(OPTIONS));
    const run = randomUUID();
    await service.addResults(run, [result()]);
    const abort = new AbortController();
    const events = eventsOf(service.url, [run], abort.signal);
    const first = await events.next();
    expect(first.value).toMatchObject({ event: 'run', data: { id: run, results: 1, status: 'Pending' } });
    await service.addResults(run, [result(), result()]);
    expect((await until(events, ({ event }) => event === 'run')).data.results).toBe(3);
    await service.move(run, 'Complete');
    const { data } = await until(events, ({ event }) => event === 'run');
    expect(data).toMatchObject({ status: 'Completed', results: 3 });
    await service.addResults(randomUUID(), [result()]);
    await until(events, ({ event }) => event === 'runs');
    abort.abort();
    await service.server.close();
  });

  it('hears nothing of runs that were new when it looked before', async () => {
    const store = await openStore(':memory:');
    const watch = new RunWatch(store, false);
    const run = randomUUID();
    await store.createRun({ id: run, project: null, plan: null, createdOn: new Date().toISOString(), points: [] });
    const look = () =>
      new Promise<unknown[]>((resolve) => {
        const heard: unknown[] = [];
        const stop = watch.listen([run], (change) => {
          heard.push(change?.id);
          if (change === undefined) return;
          // After the second one, it has looked at the list.
          if (heard.filter((id) => id === run).length === 3) {
            stop();
            resolve(heard);
          }
          watch.touched(randomUUID());
          void store.changeState(run, { to: 'In progress', at: '', makesRun: false }).then(() => watch.touched(run));
        });
      });
    expect(await look()).toContain(undefined);
    expect(await look()).toEqual([run, run, run]);
    await store.close();
  });

  it('learns of changes that other processes make', async () => {
    postgres ??= Postgres.start();
    const attachments = mkdtempSync(join(tmpdir(), 'testpoint-events-'));
    const options = { ...OPTIONS, database: await (await postgres).database(), attachments };
    const [one, other] = [new Service(await startServer(options)), new Service(await startServer(options))];
    const run = randomUUID();
    await one.addResults(run, [result()]);
    const abort = new AbortController();
    const events = eventsOf(other.url, [run], abort.signal);
    await until(events, ({ data }) => data.results === 1);
    await one.addResults(run, [result()]);
    await until(events, ({ data }) => data.results === 2);
    abort.abort();
    await one.server.close();
    await other.server.close();
    rmSync(attachments, { recursive: true, force: true });
  });

  it('does not keep the server from closing', async () => {
    const server = await startServer(OPTIONS);
    const events = eventsOf(server.url, [randomUUID()], new AbortController().signal);
    const end = events.next();
    await new Service(server).addResults(randomUUID(), [result()]);
    await server.close();
    let last = await end;
    while (!last.done) last = await events.next();
    expect(last.done).toBe(true);
  });
});
