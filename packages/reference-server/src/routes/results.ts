import { AutoTestResult, Guid, LegacyResult, type Result } from '@testpoint/interface';
import { Type } from 'typebox';
import { senderIn } from '../database/senders.js';
import type { Results } from '../results.js';
import type { TypedInstance } from './operations.js';
import { reference, storingProblems } from './schemas.js';

/** Operations that take results (section 4). */
export function addResultRoutes(app: TypedInstance, results: Results): void {
  const answer = { 200: Type.Array(Guid, { description: "The results' GUIDs, in order" }), ...storingProblems };

  app.route({
    method: 'POST',
    url: '/api/v2/testRuns/:testRunId/testResults',
    config: { operation: 'addResults' },
    schema: {
      operationId: 'addResults',
      summary:
        'Adds results of autotests to a run: one result, or an array, which is accepted as a whole or not at all',
      tags: ['Results'],
      params: Type.Object({ testRunId: Guid }),
      body: OneOrMany,
      response: answer,
    },
    handler: (request) => results.add(request.params.testRunId, request.body, request.json, senderIn(request.headers)),
  });

  app.route({
    method: 'POST',
    url: '/api/v2/testResults',
    config: { operation: 'addLegacyResult' },
    schema: {
      operationId: 'addLegacyResult',
      summary: 'Adds the result of an autotest to a run',
      tags: ['Results'],
      deprecated: true,
      consumes: ['application/jsonpatch+json', 'application/json'],
      body: reference(LegacyResult),
      response: answer,
    },
    handler: (request) => results.addLegacy(request.body, request.json, senderIn(request.headers)),
  });

  app.route({
    method: 'POST',
    url: '/api/Public/SetAutoTestResult',
    config: { operation: 'setAutoTestResult' },
    schema: {
      operationId: 'setAutoTestResult',
      summary: 'Adds the result of an autotest to a run, in the form of the legacy sample',
      tags: ['Results'],
      deprecated: true,
      consumes: ['application/json-patch+json', 'application/json'],
      body: reference(AutoTestResult),
      response: answer,
    },
    handler: (request) => results.setAutoTestResult(request.body, request.json),
  });
}

/** `if` instead of a union: errors are about the form that was sent, and each body is validated only once. */
const OneOrMany = Type.Unsafe<Result | Result[]>({
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { type: 'array', items: { $ref: 'Result#' } },
  else: { $ref: 'Result#' },
});
