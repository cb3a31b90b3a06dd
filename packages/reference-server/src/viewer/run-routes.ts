import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GUID_PATTERN, Guid, RUN_STATUSES } from '@testpoint/interface';
import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import type { ResultItem } from '@testpoint/report/format';
import { Type } from 'typebox';
import type { Catalog } from '../catalog.js';
import { senderNumber } from '../database/senders.js';
import type { Entry, Store } from '../database/store.js';
import { sendPieces } from '../long-answer.js';
import { ProblemError } from '../problem.js';
import type { TypedInstance } from '../routes/operations.js';
import { failingNow } from './failing.js';
import type { NamedRun, NamedRuns } from './named-runs.js';
import { compared } from './rows.js';
import type { RunReport, RunReports } from './run-report.js';
import { attachmentIds, attachmentsOf, entryOf, isText } from './stored-result.js';

/** A number of at most nine digits. */
const Number9 = Type.String({ pattern: '^[0-9]{1,9}$' });
const POINT_STATUSES = Object.keys(STATUS_WEIGHTS) as (keyof typeof STATUS_WEIGHTS)[];
const RunsAsked = Type.Partial(
  Type.Object({
    ...{ project: Number9, plan: Number9, limit: Number9 },
    status: Type.Enum(RUN_STATUSES),
    after: Type.String({ pattern: GUID_PATTERN }),
  }),
);
const PointsAsked = Type.Partial(Type.Object({ after: Number9, limit: Number9, status: Type.Enum(POINT_STATUSES) }));

/** What the pages show of runs, as JSON. The text of a filter is checked like everything that clients send. */
export function addRunViewRoutes(app: TypedInstance, runs: NamedRuns, store: Store, catalog: Catalog): void {
  let reports: RunReports | undefined;
  const params = Type.Object({ run: Guid });

  app.get(
    '/viewer/runs',
    { schema: { querystring: RunsAsked } },
    async ({ query: { project, plan, status, after, limit } }) => {
      const asked = Math.max(1, Math.min(MOST_RUNS, Number(limit ?? RUNS)));
      const last = after === undefined ? undefined : (await runs.find(after)).id;
      const found = await runs.list({
        ...(project === undefined ? {} : { project: Number(project) }),
        ...(plan === undefined ? {} : { plan: Number(plan) }),
        ...(status === undefined ? {} : { status }),
        ...(last === undefined ? {} : { after: last }),
        limit: asked + 1,
      });
      const shown = found.slice(0, asked);
      return { runs: shown, next: found.length > asked ? (shown.at(-1)?.id ?? null) : null };
    },
  );

  app.get('/viewer/failing', async () => failingNow(store));

  app.get('/viewer/choices', () => runs.choices());

  app.get('/viewer/runs/:run', { schema: { params } }, async (request) => runs.find(request.params.run));

  app.get(
    '/viewer/runs/:run/report',
    { schema: { params, querystring: Type.Object({ after: Type.Optional(Number9) }) } },
    async (request, reply) => {
      const run = await runs.find(request.params.run);
      // Loaded when someone looks.
      const { RunReports } = await import('./run-report.js');
      reports ??= new RunReports(store, runs);
      const { after } = request.query;
      const report = await (after === undefined ? reports.of(run) : reports.after(Number(after), run));
      if (typeof report === 'number') return { wait: report };
      const isReadable = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      if (isReadable) reply.header('content-encoding', 'gzip');
      const pieces = isReadable ? partsOf(report) : unzipped(partsOf(report));
      return sendPieces(request, reply, pieces, 'application/x-ndjson');
    },
  );

  app.get('/viewer/runs/:run/points', { schema: { params, querystring: PointsAsked } }, async (request, reply) => {
    const { id } = await runs.find(request.params.run);
    const { after = 0, limit = MOST_POINTS, status } = request.query;
    const page = { after: Number(after), limit: Math.max(1, Math.min(MOST_POINTS, Number(limit))) };
    const { pointsShown } = await import('./points.js');
    return sendPieces(request, reply, pointsShown(store, catalog, await runs.configurationNames(), id, page, status));
  });

  app.get(
    '/viewer/runs/:run/results/:number',
    { schema: { params: Type.Object({ run: Guid, number: Number9 }) } },
    async (request) => {
      const run = await runs.find(request.params.run);
      const { id } = run;
      const number = Number(request.params.number);
      const selection = { after: number - 1, limit: 1, latest: false, bodies: true };
      const [entry] = (await store.results(id, selection)).elements;
      if (entry === undefined || entry.cursor !== number) {
        throw new ProblemError(404, `The run ${id} has no result ${number}.`);
      }
      return itemOf(store, run, entry);
    },
  );

  app.get(
    '/viewer/runs/:run/results/:number/history',
    { schema: { params: Type.Object({ run: Guid, number: Number9 }) } },
    async ({ params }, reply) => {
      const { id } = await runs.find(params.run);
      const { columns } = await store.historyOf(id, Number(params.number), RUNS_OF_STRIP);
      return reply.type('application/json').send(columns);
    },
  );

  app.get(
    '/viewer/runs/:run/search',
    { schema: { params, querystring: Type.Object({ text: Type.String({ minLength: 1, maxLength: 500 }) }) } },
    async (request, reply) => {
      const { id } = await runs.find(request.params.run);
      const { hitsIn } = await import('./search.js');
      reply.header('x-accel-buffering', 'no');
      return sendPieces(request, reply, hitsIn(store, id, request.query.text), 'application/x-ndjson');
    },
  );

  app.get(
    '/viewer/runs/:run/compare/:other',
    { schema: { params: Type.Object({ run: Guid, other: Guid }) } },
    async (request, reply) => {
      const [run, other] = [await runs.find(request.params.run), await runs.find(request.params.other)];
      return sendPieces(request, reply, compared(store, run.id, other.id));
    },
  );

  app.get(
    '/viewer/history',
    { schema: { querystring: Type.Object({ id: Type.String({ minLength: 1 }), limit: Type.Optional(Number9) }) } },
    async (request, reply) => {
      const limit = Math.max(1, Math.min(MOST_RUNS, Number(request.query.limit ?? RUNS_OF_TEST)));
      const { columns } = await store.history(request.query.id, limit);
      return reply.type('application/json').send(columns);
    },
  );
}

async function* partsOf({ head, chunks }: RunReport): AsyncGenerator<Uint8Array> {
  yield head;
  yield await chunks;
}

/** For clients that don't read gzip. A part that could not be made breaks it off. */
function unzipped(parts: AsyncIterable<Uint8Array>): Readable {
  // The reader of the stream gets the error.
  return pipeline(Readable.from(parts), createGunzip(), () => {});
}

/** A result with the attachments that the server has, as a report contains it. */
async function itemOf(store: Store, { sessions }: NamedRun, entry: Entry): Promise<ResultItem> {
  const body = entry.body ?? EMPTY;
  const found = await Promise.all(attachmentIds(body).map((id) => store.findAttachment(id)));
  const attachments = found.filter((attachment) => attachment !== undefined);
  return {
    session: [...sessions.map(senderNumber), entry.session].indexOf(entry.session),
    files: attachments.map(({ id, size, contentType }) => ({ path: id, bytes: size, isText: isText(contentType) })),
    entry: { ...entryOf(entry, body), attachments: attachmentsOf(attachments) },
  };
}

const EMPTY = Buffer.from('{}');
/** Runs in a page, and at most. */
const RUNS = 50;
const MOST_RUNS = 1_000;
const MOST_POINTS = 5_000;
/** Earlier runs beside a result. */
const RUNS_OF_STRIP = 30;
/** Runs in the history of a test. */
const RUNS_OF_TEST = 200;
