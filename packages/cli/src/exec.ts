import { constants } from 'node:os';
import {
  alreadyPrinted,
  asArgument,
  describeWaiting,
  formatProblems,
  type ResolvedSettings,
  runCreation,
  type Settings,
  startLastRun,
  waitingIn,
} from '@testpoint/core/cli';
import type { ServiceClient } from '@testpoint/core/service';
import { Command, Option } from 'commander';
import { type ChildEnd, runChild } from './child.js';
import { endAtGate } from './exec-gate.js';
import { removeLeftovers } from './exec-leftovers.js';
import { type RunCommand, withReruns } from './exec-rounds.js';
import { EXEC_PATIENCE, type Run, RunProvider, statusOf } from './exec-run.js';
import { onlyFailed, onlyFailedIn } from './exec-selection.js';
import { CommandFailure, EXIT } from './failure.js';
import { findCommand } from './find-command.js';
import { flushFolders, reportLines, shortened, waitingSessions } from './flush.js';
import { gateRules } from './gate/gate.js';
import { example } from './help.js';
import { KEEPING, KEEPING_VARIABLES, KeptSessions } from './kept-sessions.js';
import { type Move, moveRun, withService } from './run.js';
import { outboxOf, resolveForCommand, type SettingsOptions } from './settings.js';
import { appendSummary } from './summary/summary.js';
import { paintError, say } from './terminal.js';

/** What happened to the results that the command left in the outbox. */
interface Delivered {
  /** Whether nothing is left. */
  isClean: boolean;
  /** Whether the run can end: everything is delivered, except for results that it does not accept. */
  isDone: boolean;
}

interface ExecOptions extends SettingsOptions {
  from?: string[];
  gate?: true;
  rerun?: number;
  only?: 'failed';
}

/** `testpoint exec -- COMMAND…`. */
export function execCommand(): Command {
  return new Command('exec')
    .description('Run a command and collect everything it reports in one run.')
    .argument('<command...>', 'the command and its arguments, after --')
    .addOption(
      new Option(
        '--only <tests>',
        'failed: run only the tests that failed, were blocked or never ran in the last run here',
      ).choices(['failed']),
    )
    .option(
      '--from <input>',
      'with --only: of these outboxes and reports instead of the last run here (repeatable)',
      collect,
    )
    .option('--gate', 'decide by the rules of the option gate whether the command has succeeded')
    .option('--rerun <n>', 'run failed tests again, up to n times', Number)
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint exec -- npx playwright test', 'testpoint exec --only failed -- npm test')}

Exit code: the command's; 128 or more if a signal ended it, 127 if it does not exist, 126 if it can't be executed, 2 on wrong
usage. With --gate, 1 instead of 0 if a rule does not hold, and 0 if all hold and only tests have failed. With onUndelivered 'fail', 1 instead of 0 if something is left. Without a secret key, exec only runs the command.`,
    )
    .passThroughOptions()
    .action(async (command: string[], options: ExecOptions) => {
      endAs(await execute(command, options));
    });
}

async function execute(command: readonly string[], options: ExecOptions): Promise<ChildEnd> {
  const { trouble } = findCommand(command[0] ?? '');
  // No run is created for a command that can't start.
  if (trouble !== undefined) return { error: trouble };
  const forResults = resolveForCommand(options, 'results');
  const outbox = outboxOf(options, forResults);
  if (options.from !== undefined && options.only === undefined) {
    throw new CommandFailure('--from selects tests: pass --only failed, too.', EXIT.usage);
  }
  removeLeftovers(outbox);
  const { rerun } = options;
  if (rerun !== undefined && (!Number.isInteger(rerun) || rerun < 0)) {
    throw new CommandFailure('Give --rerun a whole number, such as 2.', EXIT.usage);
  }
  if (rerun !== undefined && forResults.state !== 'on') {
    throw new CommandFailure(
      'Failed tests can run again only if results are recorded: set option report to true.',
      EXIT.usage,
    );
  }
  const gate = options.gate === true ? gateRules(options) : undefined;
  if (gate !== undefined && forResults.state !== 'on') {
    throw new CommandFailure('A gate needs results: set option report to true.', EXIT.usage);
  }
  const page = rerun === undefined ? undefined : pageOfJob(forResults);
  const keeps = gate !== undefined || page !== undefined;
  const run: RunCommand =
    rerun === undefined || forResults.state !== 'on'
      ? runChild
      : withReruns(rerun, outbox, { ...forResults.settings, ...(keeps && KEEPING) });
  const start = (variables: NodeJS.ProcessEnv) => inRun(command, options, variables, run, keeps ? KEEPING : {});
  if (!keeps) return select(options, forResults, outbox, start);
  const kept = new KeptSessions(outbox);
  try {
    const end = await select(options, forResults, outbox, (variables) => start({ ...variables, ...KEEPING_VARIABLES }));
    if (page !== undefined) await appendSummary(page, kept.folders, options);
    return gate === undefined ? end : await endAtGate(kept.folders, options, gate, command, end);
  } finally {
    if (forResults.state !== 'on' || forResults.settings.keepDelivered === 0) kept.release();
  }
}

/** Where the summary of all rounds goes, because suites that run again write none. */
function pageOfJob(resolved: ResolvedSettings): string | undefined {
  const path = process.env.GITHUB_STEP_SUMMARY;
  return resolved.state === 'on' && resolved.settings.ciSummary !== false && path ? path : undefined;
}

/** Runs the command, with `--only` for the selected tests. */
async function select(
  { only, from }: ExecOptions,
  forResults: ResolvedSettings,
  outbox: string,
  start: (variables: NodeJS.ProcessEnv) => Promise<ChildEnd>,
): Promise<ChildEnd> {
  if (only === undefined) {
    startLastRun(outbox);
    return start({});
  }
  const selection = from === undefined ? onlyFailed(outbox) : await onlyFailedIn(from, settingsOf(forResults), outbox);
  if (selection === undefined) {
    say('Testpoint: nothing to run: no test failed or was blocked in the last run.');
    return { code: EXIT.ok };
  }
  const end = await start({ ...selection.environment, TMS_OUTBOX_DIR: outbox });
  const [heading, ...names] = selection.conclude();
  if (heading === undefined) return end;
  say([paintError.red(`Testpoint: ${heading}`), ...names].join('\n'));
  return 'code' in end && end.code === 0 ? { code: EXIT.failed } : end;
}

function collect(input: string, before: string[] = []): string[] {
  return [...before, input];
}

/** Without settings that can be read, nothing is recorded. */
function settingsOf(resolved: ResolvedSettings): Settings {
  if (resolved.state === 'on') return resolved.settings;
  throw new CommandFailure(
    'Tests can be selected only if results are recorded: set option report to true.',
    EXIT.usage,
  );
}

/** Runs the command within a run, if the settings allow one. @param variables for the command */
async function inRun(
  command: readonly string[],
  options: SettingsOptions,
  variables: NodeJS.ProcessEnv,
  run: RunCommand,
  overriding: { keepDelivered?: number },
): Promise<ChildEnd> {
  const environment = { ...process.env, ...variables };
  const resolved = resolveForCommand(options, 'service', overriding);
  if (resolved.state === 'off') {
    say(
      resolved.inCi
        ? paintError.yellow(`Testpoint: ${resolved.reason}`)
        : paintError.dim(`Testpoint: ${resolved.reason}`),
    );
    return run(command, environment, () => {});
  }
  if (resolved.state === 'error') {
    const lines = formatProblems(resolved.problems);
    say([paintError.red('Testpoint: not reporting, the settings are wrong'), ...lines].join('\n'));
    return runChild(command, { ...environment, ...alreadyPrinted(lines) }, () => {});
  }
  const outbox = outboxOf(options, resolved);
  return withService(resolved.settings, (service) =>
    reportInto(service, command, resolved.settings, { outbox, environment, runCommand: run }),
  );
}

/** Runs the command within a run. The command runs even if the run cannot be created. */
async function reportInto(
  service: ServiceClient,
  command: readonly string[],
  settings: Settings,
  { outbox, environment, runCommand }: { outbox: string; environment: NodeJS.ProcessEnv; runCommand: RunCommand },
): Promise<ChildEnd> {
  const provider = new RunProvider(service, settings);
  let run = await provider.before();
  const before = new Set(waitingSessions([outbox]));
  let interrupted = false;
  const end = await runCommand(command, environmentFor(run, outbox, environment), () => {
    interrupted = true;
  });
  if ('signal' in end || 'error' in end) interrupted = true;
  const ended = performance.now();
  const left = waitingSessions([outbox]).filter((session) => !before.has(session));
  if (run !== undefined && run.id === undefined) run = await provider.after(left.length > 0);
  provider.end();
  const delivered = await deliver(left, settings, run, { interrupted, outbox });
  if (run?.id !== undefined) await finish(service, run.id, settings, { run, interrupted, delivered, outbox, ended });
  const isFailed = !delivered.isClean && settings.onUndelivered === 'fail' && 'code' in end && end.code === 0;
  return isFailed ? { code: EXIT.failed } : end;
}

/**
 * TMS_OUTBOX_DIR makes suites in other folders leave their results where we find them. If the run could not be created, the
 * command's processes don't create one themselves, because all results belong in one run.
 */
function environmentFor(run: Run | undefined, outbox: string, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...given, TMS_OUTBOX_DIR: outbox };
  if (run === undefined) return environment;
  const which = run.id === undefined ? { TMS_CREATE_RUN: '0' } : { TMS_TEST_RUN_ID: run.id };
  return { ...environment, ...which, TMS_FINISH: 'leave' };
}

async function deliver(
  sessions: readonly string[],
  settings: Settings,
  run: Run | undefined,
  { interrupted, outbox }: { interrupted: boolean; outbox: string },
): Promise<Delivered> {
  if (sessions.length === 0) return { isClean: true, isDone: true };
  if (run !== undefined && run.id === undefined) {
    const folder = shortened(outbox);
    say(`Testpoint: ${describeWaiting(waitingIn(sessions), folder)} for a run. Once the problem is fixed, run:`);
    for (const command of runCreation(' --start')) say(`  ${command}`);
    say(`  npx testpoint flush ${asArgument(folder)} && npx testpoint run ${interrupted ? 'stop' : 'complete'}`);
    return { isClean: false, isDone: false };
  }
  const forRun = run?.id === undefined ? settings : { ...settings, testRunId: run.id };
  // The wait is no longer than at the end of a suite.
  const report = await flushFolders(sessions, forRun, { timeout: settings.closeTimeout, impatient: true });
  if (!report.isClean || report.slowPatterns.length > 0) say(reportLines(report, sessions).join('\n'));
  const isDone = report.sessions.every(
    ({ outcome, left, reason }) =>
      outcome === 'delivered' || (outcome === 'left' && left === 0 && reason === undefined),
  );
  return { isClean: report.isClean, isDone };
}

async function finish(
  service: ServiceClient,
  id: string,
  settings: Settings,
  {
    run,
    interrupted,
    delivered,
    outbox,
    ended,
  }: { run: Run; interrupted: boolean; delivered: Delivered; outbox: string; ended: number },
): Promise<void> {
  const { finish: wanted } = settings;
  const how = wanted === 'auto' ? (run.created ? 'complete' : 'leave') : wanted;
  if (how === 'leave') {
    await sayStatus(service, id, settings, ended);
    return;
  }
  const move: Move = interrupted ? 'stop' : how;
  const later = `npx testpoint run ${move} ${id}`;
  if (!delivered.isDone) {
    const isOver = OVER.has(await sayStatus(service, id, settings, ended));
    const state = isOver ? 'is over' : 'stays open';
    const start = isOver ? `npx testpoint run start ${id} && ` : '';
    say(`Testpoint: run ${id} ${state}, but not everything is delivered. Once the problem is fixed, run:`);
    return say(`  ${start}npx testpoint flush ${asArgument(shortened(outbox))} && ${later}`);
  }
  try {
    await moveRun(service, move, id, { within: EXEC_PATIENCE, obeyed: EXEC_PATIENCE });
    say(`Testpoint: run ${id} ${move === 'stop' ? 'stopped' : 'completed'}`);
    await sayStatus(service, id, settings, ended);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    say(paintError.red(`Testpoint: ${error.message}`));
    say(`  ${later}`);
  }
}

/** Statuses of a run that takes no results. */
const OVER: ReadonlySet<string | undefined> = new Set(['Stopped', 'Completed']);

/**
 * Prints the run's status at the service, or nothing if the service does not answer in time.
 * @param ended when the command ended
 * @returns the status
 */
async function sayStatus(
  service: ServiceClient,
  id: string,
  { projectGlobalId }: Settings,
  ended: number,
): Promise<string | undefined> {
  const patience = EXEC_PATIENCE - (performance.now() - ended);
  if (projectGlobalId === undefined || patience <= 0) return undefined;
  const status = await statusOf(service, id, projectGlobalId, patience);
  if (status !== undefined) say(`Testpoint: the service shows run ${id} as ${status}`);
  return status;
}

/** This plus a signal's number is the exit code of a command that the signal ended. */
const FATAL = 128;

/** Ends this process the same way as the command. */
function endAs(end: ChildEnd): void {
  if ('code' in end) process.exitCode = end.code;
  else if ('signal' in end) {
    // The first process in a container survives its own signals.
    process.exitCode = FATAL + (constants.signals[end.signal] ?? 0);
    process.kill(process.pid, end.signal);
  } else {
    say(paintError.red(`Testpoint: the command can't be run: ${end.error.message}`));
    // Like shells: not found, or not executable.
    process.exitCode = end.error.code === 'ENOENT' ? 127 : 126;
  }
}
