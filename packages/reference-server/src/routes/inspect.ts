import { Readable } from 'node:stream';
import { Guid, RunRecord } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Attachments } from '../attachments.js';
import type { Inspection } from '../database/inspection.js';
import type { FaultHooks } from '../faults/fault-hooks.js';
import type { RequestLog } from '../request-log.js';
import type { Runs } from '../runs.js';
import type { TypedInstance } from './operations.js';
import { problems, reference } from './schemas.js';

/** What the server holds, for people, tests and demonstrations to look at: no part of the interface. */
export function addInspectRoutes(
  app: TypedInstance,
  runs: Runs,
  inspection: Inspection,
  attachments: Attachments,
  requests: RequestLog,
  faults: FaultHooks,
): void {
  const tags = ['Inspection'];

  app.get(
    '/inspect/runs',
    {
      schema: {
        operationId: 'inspectRuns',
        summary: 'Every run of every project, newest first',
        tags,
        response: { 200: Type.Array(reference(RunRecord)), ...problems },
      },
    },
    () => runs.listAll(),
  );

  app.get(
    '/inspect/runs/:testRunId',
    {
      schema: {
        operationId: 'inspectRun',
        summary: 'A run, its test points, and the autotests of each',
        tags,
        params: Type.Object({ testRunId: Guid }),
        response: { 200: Run, ...problems },
      },
    },
    (request) => {
      const run = runs.existing(request.params.testRunId);
      return { ...runs.record(run), testPoints: inspection.testPoints(run) };
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
            after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: 'A `cursor` of an entry' })),
            limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: 'Entries at most' })),
            bodies: Type.Optional(Type.Enum(['true', 'false'], { description: 'Whether to give bodies; true' })),
          }),
          response: { 200: Type.Array(Entry), ...problems },
        },
      },
      (request, reply) => {
        const run = runs.existing(request.params.testRunId);
        const after = Number(request.query.after ?? 0);
        const limit = Number(request.query.limit ?? Number.MAX_SAFE_INTEGER);
        const text = Readable.from(
          inspection.results(run, { latest, after, limit, bodies: request.query.bodies !== 'false' }),
        );
        return reply.type('application/json').send(text);
      },
    );
  }

  app.get(
    '/inspect/attachments/:id',
    {
      schema: {
        operationId: 'inspectAttachment',
        summary: 'What is known about an attachment',
        tags,
        params: Type.Object({ id: Guid }),
        response: { 200: AttachmentDetails, ...problems },
      },
    },
    (request) => attachments.find(request.params.id),
  );

  app.get(
    '/inspect/attachments/:id/content',
    {
      schema: {
        operationId: 'inspectAttachmentContent',
        summary: "An attachment's bytes; always application/octet-stream, since the content is anybody's",
        tags,
        params: Type.Object({ id: Guid }),
      },
    },
    (request, reply) => {
      const attachment = attachments.find(request.params.id);
      return reply
        .type('application/octet-stream')
        .header('content-length', attachment.size)
        .header('content-disposition', 'attachment')
        .header('x-content-type-options', 'nosniff')
        .send(attachments.open(attachment));
    },
  );

  app.get(
    '/inspect/requests',
    {
      schema: {
        operationId: 'inspectRequests',
        summary: 'Requests so far by operation and status, 0 standing for those that got no whole answer',
        tags,
        response: { 200: Requests, ...problems },
      },
    },
    () => ({ ...requests.counts(), strikes: faults.strikes }),
  );
}

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
    summary: 'Every result in the order of arrival, replaced ones included',
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
          filler: Type.Boolean({ description: 'Skipped by stop or complete, for want of a result' }),
          resultId: Type.Union([Guid, Type.Null()]),
        }),
      ),
    }),
  ),
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

const AttachmentDetails = Type.Object({
  id: Guid,
  name: Type.String(),
  contentType: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  receivedOn: Type.String(),
});

const Requests = Type.Object({
  counts: Type.Array(Type.Object({ operation: Type.String(), status: Type.Integer(), requests: Type.Integer() })),
  connections: Type.Integer(),
  bytesReceived: Type.Integer(),
  strikes: Type.Array(Type.Integer(), { description: 'How often each of the fault rules struck' }),
});
