import { Guid } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Attachments } from '../attachments.js';
import type { FaultHooks } from '../faults/fault-hooks.js';
import type { RequestLog } from '../monitoring/request-log.js';
import type { TypedInstance } from './operations.js';
import { problems, remoteProblem } from './schemas.js';
import { sendContent } from './send-content.js';

/** Shows everything the server stores besides runs, for people, tests and demos. Not part of the interface. */
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
        summary: "An attachment's name, content type, size and hash",
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
        summary: "An attachment's bytes; always application/octet-stream, because the content is untrusted",
        tags,
        params: Type.Object({ id: Guid }),
        response: { 200: Bytes, 206: PartOfBytes, ...problems, ...remoteProblem },
      },
    },
    async (request, reply) => {
      const attachment = await attachments.find(request.params.id);
      reply.type('application/octet-stream').header('content-disposition', 'attachment');
      return sendContent(request, reply, attachments, attachment);
    },
  );

  app.get(
    '/inspect/requests',
    {
      schema: {
        operationId: 'inspectRequests',
        summary: 'Requests to this server process so far, by operation and status; 0 means no complete response',
        tags,
        response: { 200: Requests, ...problems },
      },
    },
    () => ({ ...requests.counts(), strikes: faults.strikes }),
  );
}

const BINARY = { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } };
const Bytes = { description: 'The content', content: BINARY };
const PartOfBytes = { description: 'The requested range', content: BINARY };

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
  strikes: Type.Array(Type.Integer(), { description: 'How many calls each fault rule has selected' }),
});
