import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { TypedInstance } from '../routes/operations.js';
import { type Access, TooManyFailures } from './access.js';
import type { ViewerOptions } from './options.js';

const Credentials = Type.Object(
  { key: Type.String({ minLength: 1 }), userName: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

/** Signing in to the pages and out of them, and what the sign-in page must know. */
export function addSignInRoutes(app: TypedInstance, access: Access, { open, localKey }: ViewerOptions): void {
  app.get('/viewer/session', async (request) => ({
    open,
    local: localKey !== undefined,
    signedIn: await access.isAllowed(request),
  }));

  app.post('/viewer/sign-in', { schema: { body: Credentials } }, async (request, reply) => {
    const { key, userName } = request.body;
    return withWaitingTime(reply, () => access.signIn(request, key, userName || undefined));
  });

  app.post('/viewer/sign-out', async (request, reply) =>
    reply
      .code(204)
      .header('set-cookie', await access.signOut(request))
      .send(),
  );
}

/** Answers with the cookie of a session, or says how long to wait after several failures. */
export async function withWaitingTime(reply: FastifyReply, signIn: () => Promise<string>): Promise<FastifyReply> {
  try {
    return reply
      .code(204)
      .header('set-cookie', await signIn())
      .send();
  } catch (error) {
    if (error instanceof TooManyFailures) reply.header('retry-after', error.wait);
    throw error;
  }
}
