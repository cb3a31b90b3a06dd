import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { Static, TSchema } from 'typebox';

/** Operations of the interface (section 4), as faults, counters and the OpenAPI document name them. */
export const OPERATIONS = [
  'listRuns',
  'createRun',
  'startRun',
  'stopRun',
  'completeRun',
  'addResults',
  'addLegacyResult',
  'setAutoTestResult',
  'uploadAttachment',
] as const;
export type Operation = (typeof OPERATIONS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which operation of the interface the route is; unset for the server's own. */
    operation?: Operation;
  }
}

interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** A server whose handlers take their types from the routes' schemas. */
export type TypedInstance = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxProvider
>;
