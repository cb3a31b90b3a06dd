import { Type } from 'typebox';
import type { TypedInstance } from '../routes/operations.js';
import { type Access, TooManyFailures } from './access.js';

/** Signing in to the pages and out of them, and what the sign-in page must know. */
export function addSignInRoutes(app: TypedInstance, access: Access, open: boolean): void {
  app.get('/viewer/session', { schema: { hide: true } }, async (request) => ({
    open,
    signedIn: await access.isAllowed(request),
  }));

  app.post(
    '/viewer/sign-in',
    {
      schema: {
        hide: true,
        body: Type.Object(
          { key: Type.String({ minLength: 1 }), userName: Type.Optional(Type.String()) },
          { additionalProperties: false },
        ),
      },
    },
    async (request, reply) => {
      const { key, userName } = request.body;
      try {
        const cookie = await access.signIn(request, key, userName || undefined);
        return reply.code(204).header('set-cookie', cookie).send();
      } catch (error) {
        if (error instanceof TooManyFailures) reply.header('retry-after', error.wait);
        throw error;
      }
    },
  );

  app.post('/viewer/sign-out', { schema: { hide: true } }, async (request, reply) =>
    reply
      .code(204)
      .header('set-cookie', await access.signOut(request))
      .send(),
  );
}
