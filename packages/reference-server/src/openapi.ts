import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';

/** Generates the OpenAPI document from the routes; `GET /openapi.json` gives it, without credentials. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Test run and autotest result service',
        description: 'Reference implementation of the service interface.',
        version: '2',
      },
      tags: [
        { name: 'Runs', description: 'Listing, creating, starting, stopping and completing runs' },
        { name: 'Results', description: 'Results of autotests' },
        { name: 'Attachments', description: 'Files that results refer to' },
        { name: 'Monitoring', description: 'For those who run this server; no part of the service interface' },
        { name: 'Inspection', description: 'What this server holds; no part of the service interface' },
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

/** Adds a header to the schemas of all routes that need credentials; as a scheme of security it would count as one. */
export function addUserName(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, headers: UserName };
  });
}

const UserName = Type.Object({
  UserName: Type.Optional(Type.String({ description: "Login of the key's owner; checked where it is sent" })),
});
