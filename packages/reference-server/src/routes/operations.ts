import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { Static, TSchema } from 'typebox';

/** Operations of the interface (section 4), by the names that faults, counters and the OpenAPI document use. */
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
    /** The interface operation that the route implements; unset for the server's own routes. */
    operation?: Operation;
  }
}

interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** A server whose handlers get their types from the routes' schemas. */
export type TypedInstance = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxProvider
>;
