import { Type } from 'typebox';
import type { Metrics } from '../monitoring/metrics.js';
import type { Readiness } from '../monitoring/readiness.js';
import type { TypedInstance } from './operations.js';
import { problem, problems } from './schemas.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a proxy or an orchestrator calls this route, with any `Host`. */
    isProbe?: boolean;
  }
}

/** Health, readiness and metrics, for operators. These routes need no credentials. */
export function addMonitoringRoutes(app: TypedInstance, readiness: Readiness, metrics: Metrics | undefined): void {
  const open = { tags: ['Monitoring'], security: [] };

  app.get(
    '/health',
    {
      config: { isProbe: true },
      schema: {
        ...open,
        operationId: 'health',
        summary: 'Answers as long as the server is alive',
        response: { 200: Type.Object({ status: Type.Literal('alive') }), ...problems },
      },
    },
    () => ({ status: 'alive' as const }),
  );

  app.get(
    '/ready',
    {
      config: { isProbe: true },
      schema: {
        ...open,
        operationId: 'ready',
        summary:
          'Whether the server can do its work: its database and its attachment store are reachable, and it is not shutting down',
        response: { 200: Type.Object({ status: Type.Literal('ready') }), ...problems, 503: problem('Not ready') },
      },
    },
    async () => {
      await readiness.check();
      return { status: 'ready' as const };
    },
  );

  if (metrics === undefined) return;
  app.get(
    '/metrics',
    {
      schema: {
        ...open,
        operationId: 'metrics',
        summary: "Metrics in Prometheus's text format",
        response: {
          200: { description: 'Measurements', content: { 'text/plain': { schema: Type.String() } } },
          ...problems,
        },
      },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
}
