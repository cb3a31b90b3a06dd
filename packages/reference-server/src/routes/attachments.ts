import fastifyMultipart from '@fastify/multipart';
import { Attachment } from '@testpoint/interface';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Attachments } from '../attachments.js';
import type { StoredAttachment } from '../database/store.js';
import { unsupported } from '../json/json-body.js';
import { ProblemError } from '../problem.js';
import type { TypedInstance } from './operations.js';
import { reference, remoteProblem, storingProblems } from './schemas.js';

/** `POST /api/Public/attachment` (section 4). */
export async function addAttachmentRoutes(app: TypedInstance, attachments: Attachments): Promise<void> {
  await app.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    // The parser would keep only what follows the last slash. A name is no path here: "GET /users".
    preservePath: true,
    // These limits admit just enough of a second part, or of a part that is not a file, to refuse it with a clear message.
    limits: { fileSize: attachments.limit, fields: 1, fieldSize: 1024, parts: 2 },
    fileHwm: PART_BUFFER,
  });

  app.route({
    method: 'POST',
    url: '/api/Public/attachment',
    config: { operation: 'uploadAttachment' },
    schema: {
      operationId: 'uploadAttachment',
      summary: 'Uploads a file as the single part `file`; results refer to it by the GUID in the answer',
      tags: ['Attachments'],
      consumes: ['multipart/form-data'],
      body: Form,
      response: { 200: reference(Attachment), ...storingProblems, ...remoteProblem },
    },
    // The parts are checked as they arrive. The body's schema is only for the OpenAPI document.
    validatorCompiler: () => () => true,
    handler: async (request) => {
      const { id, name, contentType, size } = await receive(request, attachments);
      return { id, name, contentType, size };
    },
  });
}

const Form = Type.Object({ file: Type.String({ format: 'binary', contentMediaType: 'application/octet-stream' }) });

async function receive(request: FastifyRequest, attachments: Attachments): Promise<Attachment> {
  if (!request.isMultipart()) throw unsupported(request);
  let stored: StoredAttachment | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file' || stored !== undefined) {
        throw new ProblemError(400, WANTED);
      }
      // The type says string, but it is undefined for a part without a name.
      const name: string | undefined = part.filename;
      stored = await attachments.add({ name: name || DEFAULT_NAME, contentType: part.mimetype, content: part.file });
    }
  } catch (error) {
    if (stored !== undefined) await attachments.remove(stored);
    throw asRefusal(error);
  }
  if (stored === undefined) throw new ProblemError(400, WANTED);
  return stored;
}

/** Turns the parser's errors into a 400. Its limits have error codes; its other errors are plain. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : undefined;
  if (code?.startsWith('FST_')) return new ProblemError(400, WANTED);
  if (error.name !== 'Error' || (code !== undefined && code !== 'ECONNRESET')) return error;
  return new ProblemError(400, `The multipart body is invalid: ${error.message}`);
}

/**
 * More than one read from a socket, bytes. The parser skips a part without a valid header, but never goes on if a read fills the
 * part's buffer and ends the part, too (@fastify/busboy 3.2.6).
 */
const PART_BUFFER = 256 * 1024;
const WANTED = 'The body must be multipart/form-data with exactly one part: a file named "file".';
/** The name of a part without a filename, or with an empty one. */
const DEFAULT_NAME = 'file';
