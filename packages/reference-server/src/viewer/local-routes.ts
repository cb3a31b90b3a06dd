import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import type { Store } from '../database/store.js';
import type { TypedInstance } from '../routes/operations.js';
import type { Access } from './access.js';
import { withWaitingTime } from './sign-in-routes.js';

const Text43 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

/**
 * Routes of a server that `testpoint serve` started. It proves to reporters that it is the one whose key they found in a file,
 * and signs browsers in with tokens.
 * @param url address of the server. The proof contains it, so that another server can't pass on a challenge
 */
export function addLocalRoutes(app: TypedInstance, access: Access, store: Store, key: string, url: () => string): void {
  const body = (name: string) =>
    Type.Object({ [name]: Text43 } as Record<string, typeof Text43>, { additionalProperties: false });

  app.post('/viewer/proof', { schema: { body: body('challenge') } }, async (request) => {
    const server = await store.identity();
    const { challenge = '' } = request.body;
    return { server, proof: proofOf(key, challenge, server, url()) };
  });

  app.post('/viewer/tokens', async (request) => ({ token: access.newToken(request) }));

  app.post('/viewer/sign-in/token', { schema: { body: body('token') } }, async (request, reply) => {
    const { token = '' } = request.body;
    return withWaitingTime(reply, () => access.signInWithToken(request, token));
  });
}

/** HMAC-SHA256 of the challenge, the server's id and its address, in base64url. */
function proofOf(key: string, challenge: string, server: string, url: string): string {
  return createHmac('sha256', key).update(`${challenge}\n${server}\n${url}`).digest('base64url');
}
