import { CreatedRun, CreateRun, Guid, RunRecord } from '@testpoint/interface';
import { Type } from 'typebox';
import { senderIn } from '../database/senders.js';
import { ProblemError } from '../problem.js';
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
      handler: (request) => {
        const id = Number(request.params.projectId);
        if (!Number.isSafeInteger(id))
          throw new ProblemError(400, `projectId must be at most ${Number.MAX_SAFE_INTEGER}.`);
        return runs.list(id);
      },
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
        response: { 200: reference(CreatedRun), ...storingProblems },
      },
      preValidation: noBody,
      handler: async (request) => ({ id: await runs.move(request.params.testRunId, move, senderIn(request.headers)) }),
    });
  }
}

/** A positive integer; the largest that a JSON number can hold without loss has 16 digits. */
const PROJECT_ID = '^[1-9][0-9]{0,15}$';

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
