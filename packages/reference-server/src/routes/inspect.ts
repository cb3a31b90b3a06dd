import { Readable } from 'node:stream';
import { Guid } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Attachments } from '../attachments.js';
import type { FaultHooks } from '../faults/fault-hooks.js';
import type { RequestLog } from '../request-log.js';
import type { TypedInstance } from './operations.js';
import { problems } from './schemas.js';

/** What the server holds besides runs, for people, tests and demonstrations to look at: no part of the interface. */
export function addInspectRoutes(
  app: TypedInstance,
  attachments: Attachments,
  requests: RequestLog,
  faults: FaultHooks,
): void {
  const tags = ['Inspection'];

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
        response: { 200: Bytes, ...problems },
      },
    },
    async (request, reply) => {
      const attachment = await attachments.find(request.params.id);
      const content = await attachments.open(attachment);
      reply
        .type('application/octet-stream')
        .header('content-length', attachment.size)
        .header('content-disposition', 'attachment')
        .header('x-content-type-options', 'nosniff');
      if (request.method !== 'HEAD') return reply.send(content);
      content.destroy();
      return reply.send(Readable.from([]));
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

const Bytes = {
  description: 'The content',
  content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
};

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
