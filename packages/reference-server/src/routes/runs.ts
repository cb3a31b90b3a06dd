import { CreatedRun, CreateRun, Guid, RunRecord } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Move, Runs } from '../runs.js';
import type { TypedInstance } from './operations.js';
import { noBody, problems, reference, storingProblems } from './schemas.js';

/** Operations on runs (section 4): list, create, start, stop, complete. */
export function addRunRoutes(app: TypedInstance, runs: Runs): void {
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/api/Public/GetTestRuns/:projectId',
      config: { operation: 'listRuns' },
      schema: {
        operationId: method === 'GET' ? 'listRuns' : 'listRunsByPost',
        summary: 'Lists the automated runs of a project, newest first',
        tags: ['Runs'],
        deprecated: true,
        params: Type.Object({
          projectId: Type.String({ pattern: PROJECT_ID, description: 'Global id of the project' }),
        }),
        response: { 200: Type.Array(reference(RunRecord)), ...problems },
      },
      handler: (request) => runs.list(Number(request.params.projectId)),
    });
  }

  app.route({
    method: 'POST',
    url: '/api/Public/CreateTestRun',
    config: { operation: 'createRun' },
    schema: {
      operationId: 'createRun',
      summary: 'Creates a run in an existing test plan',
      tags: ['Runs'],
      deprecated: true,
      consumes: ['application/json-patch+json', 'application/json'],
      body: reference(CreateRun),
      response: { 200: reference(CreatedRun), ...storingProblems },
    },
    handler: async (request) => ({ id: await runs.create(request.body) }),
  });

  for (const { move, url, summary } of MOVES) {
    app.route({
      method: 'POST',
      url,
      config: { operation: `${move}Run` },
      schema: {
        operationId: `${move}Run`,
        summary,
        tags: ['Runs'],
        deprecated: true,
        params: Type.Object({ testRunId: Guid }),
        response: { 204: Type.Null({ description: 'Done' }), ...storingProblems },
      },
      preValidation: noBody,
      handler: async (request, reply) => {
        await runs.move(request.params.testRunId, move);
        return reply.code(204).send(null);
      },
    });
  }
}

/** A positive integer that a JSON number can hold without loss. */
const PROJECT_ID = '^[1-9][0-9]{0,14}$';

const MOVES: { move: Move; url: string; summary: string }[] = [
  {
    move: 'start',
    url: '/api/Public/StartTestRun/:testRunId',
    summary: 'Starts a run, which is then In progress',
  },
  {
    move: 'stop',
    url: '/api/Public/StopTestRun/:testRunId',
    summary: 'Stops a run; test points without a result become Skipped',
  },
  {
    move: 'complete',
    url: '/api/Public/CompleteTestRun/:testRunId',
    summary: 'Completes a run; test points without a result become Skipped',
  },
];
