import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

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
