import { GUID_PATTERN, Guid, RunRecord } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Store } from '../database/store.js';
import { entriesOfRun, pointsOfRun } from '../inspection.js';
import { sendPieces } from '../long-answer.js';
import type { Runs } from '../runs.js';
import type { TypedInstance } from './operations.js';
import { problems, reference } from './schemas.js';

/** Shows everything stored in runs. Not part of the interface. Every list is paged. */
export function addInspectRunRoutes(app: TypedInstance, runs: Runs, store: Store): void {
  const tags = ['Inspection'];

  app.get(
    '/inspect/runs',
    {
      schema: {
        operationId: 'inspectRuns',
        summary: 'Every run of every project, newest first',
        tags,
        querystring: Type.Object({
          after: Type.Optional(
            Type.String({ pattern: GUID_PATTERN, description: 'Runs older than the one with this id' }),
          ),
          limit: Type.Optional(Limit),
        }),
        response: { 200: Type.Array(reference(RunRecord)), ...problems },
      },
    },
    async (request, reply) => {
      const { after, limit } = request.query;
      return sendPieces(request, reply, array(await runs.older(after, Number(limit ?? EVERYTHING))));
    },
  );

  app.get(
    '/inspect/runs/:testRunId',
    {
      schema: {
        operationId: 'inspectRun',
        summary: 'A run, a page of its test points, and the autotests of each',
        tags,
        params: Type.Object({ testRunId: Guid }),
        querystring: Type.Object({
          after: Type.Optional(Type.String({ ...NUMBER, description: 'The `next` of the previous page' })),
          limit: Type.Optional(
            Type.String({ ...NUMBER, description: `Maximum number of test points; default ${POINTS}` }),
          ),
        }),
        response: { 200: Run, ...problems },
      },
    },
    async (request, reply) => {
      const { testPoints: _, ...head } = await runs.existing(request.params.testRunId);
      const { after, limit } = request.query;
      const page = { after: Number(after ?? 0), limit: Number(limit ?? POINTS) };
      return sendPieces(
        request,
        reply,
        pointsOfRun(head, (part) => store.points(head.id, part), page),
      );
    },
  );

  for (const { url, operationId, summary, latest } of RESULT_LISTS) {
    app.get(
      url,
      {
        schema: {
          operationId,
          summary,
          tags,
          params: Type.Object({ testRunId: Guid }),
          querystring: Type.Object({
            after: Type.Optional(
              Type.String({ ...NUMBER, description: 'The `cursor` of an entry; the answer starts after it' }),
            ),
            limit: Type.Optional(Limit),
            bodies: Type.Optional(
              Type.Enum(['true', 'false'], { description: 'Whether to include bodies; default true' }),
            ),
          }),
          response: { 200: Type.Array(Entry), ...problems },
        },
      },
      async (request, reply) => {
        const { id } = await runs.existing(request.params.testRunId);
        const { after, limit, bodies } = request.query;
        const page = { after: Number(after ?? 0), limit: Number(limit ?? EVERYTHING) };
        return sendPieces(request, reply, entriesOfRun(store, id, { latest, bodies: bodies !== 'false', ...page }));
      },
    );
  }
}

async function* array(elements: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const element of elements) {
    yield separator + JSON.stringify(element);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

const EVERYTHING = Number.MAX_SAFE_INTEGER;
/** Test points in a page. */
const POINTS = 1000;
const NUMBER = { pattern: '^[0-9]{1,15}$' };
const Limit = Type.String({ ...NUMBER, description: 'Maximum number of entries; default all' });

const RESULT_LISTS = [
  {
    url: '/inspect/runs/:testRunId/results',
    operationId: 'inspectResults',
    summary: 'The latest result of each autotest and configuration',
    latest: true,
  },
  {
    url: '/inspect/runs/:testRunId/history',
    operationId: 'inspectHistory',
    summary: 'Every result in order of arrival, including replaced ones',
    latest: false,
  },
];

const NullableId = Type.Union([Type.Integer(), Type.Null()]);
const Status = Type.String({ description: 'Passed, Skipped, Blocked, In progress or Failed' });

const Run = Type.Object({
  ...Type.Omit(RunRecord, ['testPoints']).properties,
  testPoints: Type.Array(
    Type.Object({
      configurationGlobalId: NullableId,
      configurationId: Guid,
      testCaseGlobalId: NullableId,
      status: Status,
      autoTests: Type.Array(
        Type.Object({
          autoTestExternalId: Type.String(),
          status: Status,
          filler: Type.Boolean({ description: 'Skipped by stop or complete, because it has no result' }),
          resultId: Type.Union([Guid, Type.Null()]),
        }),
      ),
    }),
  ),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The `after` of the next page; null if this is the last page',
  }),
});

const Entry = Type.Object({
  id: Guid,
  cursor: Type.Integer(),
  autoTestExternalId: Type.String(),
  configurationId: Guid,
  configurationGlobalId: NullableId,
  outcome: Type.String(),
  operation: Type.String(),
  receivedOn: Type.String(),
  body: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'As it was received' })),
});
