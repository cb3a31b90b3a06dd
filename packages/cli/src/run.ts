import type { Settings } from '@testpoint/core/cli';
import { classifyAnswer, type RunSummary, ServiceClient, ServiceError } from '@testpoint/core/service';
import { Argument, Command } from 'commander';
import { CommandFailure, EXIT } from './failure.js';
import { example, exitCodes } from './help.js';
import { invocation } from './invocation.js';
import * as messages from './messages.js';
import { commandFailure, type Patience, withRetries } from './retries.js';
import { requireSettings, type SettingsOptions } from './settings.js';
import { paintError, print, printJson, say, table } from './terminal.js';

interface OutputOptions extends SettingsOptions {
  json?: true;
}

interface CreateOptions extends OutputOptions {
  project?: string;
  plan?: string;
  testPoints?: string;
  start?: true;
  env?: true;
}

/** The actions on a run, and the state after each. */
const MOVES = {
  start: { status: 'In progress', operation: 'startRun' },
  stop: { status: 'Stopped', operation: 'stopRun' },
  complete: { status: 'Completed', operation: 'completeRun' },
} as const;
export type Move = keyof typeof MOVES;

const RUN_EXITS = {
  ok: 'if the run is in that state, or was before',
  failed: 'if the service refuses or can’t be reached',
};

/** `testpoint run create|start|stop|complete|list`. */
export function runCommand(): Command {
  const run = new Command('run').description('Create, start, stop, complete and list test runs.');
  run
    .command('create')
    .description('Create a run in a test plan and print its id.')
    .option('--project <id>', 'global id of the project (projectGlobalId)')
    .option('--plan <id>', 'global id of the test plan (testPlanGlobalId)')
    .option('--test-points <file>', 'JSON file with the test points (testPoints)')
    .option('--start', 'start the run as well')
    .option('--env', 'print TMS_TEST_RUN_ID=… and nothing else')
    .option('--json', 'print { "id", "status" }')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText('after', example('testpoint run create --env >> "$GITHUB_ENV"') + exitCodes(RUN_EXITS))
    .action(create);
  addMove(run, 'start', 'Start a run.', 'testpoint run start');
  addMove(
    run,
    'stop',
    'Stop a run: test points without a result become Skipped.',
    'testpoint run stop "$TMS_TEST_RUN_ID"',
  );
  addMove(run, 'complete', 'Complete a run: test points without a result become Skipped.', 'testpoint run complete');
  run
    .command('list')
    .description('List the automated runs of a project.')
    .option('--project <id>', 'global id of the project (projectGlobalId)')
    .option('--json', 'print the runs as the service shows them')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText('after', example('testpoint run list --project 7') + exitCodes(RUN_EXITS))
    .action(list);
  return run;
}

/** Starts, stops or completes a run. @returns false if it was already in that state */
export async function moveRun(service: ServiceClient, move: Move, id: string, patience?: Patience): Promise<boolean> {
  const what = messages.runNotMoved(move, id);
  try {
    await withRetries(what, (options) => service[MOVES[move].operation](id, options), patience);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && classifyAnswer(error) === 'done') return false;
    throw commandFailure(what, error);
  }
}

/** Creates a run with the test points from the settings. @returns its id */
export async function createRun(service: ServiceClient, settings: Settings, patience?: Patience): Promise<string> {
  const { projectGlobalId, testPlanGlobalId, testPoints } = settings;
  if (projectGlobalId === undefined) throw new CommandFailure(messages.noProject, EXIT.usage);
  if (testPlanGlobalId === undefined) throw new CommandFailure(messages.noPlan, EXIT.usage);
  if (testPoints === undefined) throw new CommandFailure(messages.noTestPoints, EXIT.usage);
  if (testPoints === 'from-tests') {
    throw new CommandFailure(messages.fromTestsInCommand, EXIT.usage);
  }
  try {
    const run = { projectGlobalId, testPlanGlobalId, testPoints };
    return await withRetries(messages.runNotCreated, (options) => service.createRun(run, options), patience);
  } catch (error) {
    throw commandFailure(messages.runNotCreated, error);
  }
}

async function create(options: CreateOptions): Promise<void> {
  const settings = requireSettings(options, {
    projectGlobalId: options.project,
    testPlanGlobalId: options.plan,
    testPoints: options.testPoints,
  });
  await withService(settings, async (service) => {
    const id = await createRun(service, settings);
    if (options.start) await moveRun(service, 'start', id);
    if (options.env) print(`TMS_TEST_RUN_ID=${id}`);
    else if (options.json) printJson({ id, status: options.start ? 'In progress' : 'Pending' });
    else print(id);
  });
}

function addMove(run: Command, move: Move, description: string, usage: string): void {
  run
    .command(move)
    .description(description)
    .addArgument(new Argument('[id]', 'the run’s id').default(undefined, 'TMS_TEST_RUN_ID'))
    .option('--json', 'print { "id", "status" }')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText('after', example(usage) + exitCodes(RUN_EXITS))
    .action(async (given: string | undefined, options: OutputOptions) => {
      const settings = requireSettings(options, { testRunId: given });
      const id = settings.testRunId;
      if (id === undefined) throw new CommandFailure(messages.noRunGiven(move), EXIT.usage);
      await withService(settings, async (service) => {
        const isMoved = await moveRun(service, move, id);
        const { status } = MOVES[move];
        if (options.json) return printJson({ id, status });
        if (!isMoved) say(paintError.dim(messages.runMovedBefore));
        print(`${id}  ${status}`);
      });
    });
}

async function list(options: CreateOptions): Promise<void> {
  const settings = requireSettings(options, { projectGlobalId: options.project });
  const { projectGlobalId } = settings;
  if (projectGlobalId === undefined) throw new CommandFailure(messages.noProject, EXIT.usage);
  await withService(settings, async (service) => {
    const what = messages.runsNotListed;
    const runs = await withRetries(what, (options) => service.listRuns(projectGlobalId, options)).catch(
      (error: unknown) => {
        throw commandFailure(what, error);
      },
    );
    if (options.json) return printJson(runs.map(({ fields }) => fields));
    if (runs.length === 0) return say(messages.projectWithoutRuns(projectGlobalId));
    for (const line of table([['RUN', 'STATUS', 'PLAN', 'CREATED'], ...runs.map(row)])) print(line);
  });
}

function row({ id, status, testPlanGlobalId, fields }: RunSummary): string[] {
  const created = fields.createdOn ?? fields.createdDate ?? fields.createdAt;
  return [
    id ?? '?',
    status ?? String(fields.status ?? fields.state ?? '?'),
    testPlanGlobalId === undefined ? '' : String(testPlanGlobalId),
    typeof created === 'string' ? created : '',
  ];
}

/** Closes idle connections afterwards, which would keep the process alive. */
export async function withService<T>(settings: Settings, use: (service: ServiceClient) => Promise<T>): Promise<T> {
  const service = new ServiceClient({ ...settings, env: invocation().env });
  try {
    return await use(service);
  } finally {
    service.close();
  }
}
