import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';

/** By this, our server is recognized. */
export const DESCRIPTION = 'Reference implementation of the service interface.';

/** Generates the OpenAPI document from the routes and serves it at `GET /openapi.json`, without credentials. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Test run and autotest result service',
        description: DESCRIPTION,
        version: '2',
      },
      tags: [
        { name: 'Runs', description: 'Listing, creating, starting, stopping and completing runs' },
        { name: 'Results', description: 'Results of autotests' },
        { name: 'Attachments', description: 'Files that results refer to' },
        { name: 'Monitoring', description: 'For operators of this server; not part of the service interface' },
        { name: 'Inspection', description: 'Everything this server stores; not part of the service interface' },
      ],
      components: {
        securitySchemes: {
          SecretKeyBase64: { type: 'apiKey', in: 'header', name: 'SecretKeyBase64' },
          PrivateToken: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`PrivateToken <SECRET_KEY_BASE64>`',
          },
        },
      },
      security: [{ SecretKeyBase64: [] }, { PrivateToken: [] }],
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

/** Adds the header to all routes that need credentials. It is not a security scheme, because it is not a credential. */
export function addUserName(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, headers: UserName };
  });
}

const UserName = Type.Object({
  UserName: Type.Optional(Type.String({ description: "Login of the key's owner; checked if it is sent" })),
});
