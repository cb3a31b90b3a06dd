import {
  alreadyPrinted,
  asArgument,
  describeWaiting,
  formatProblems,
  notReporting,
  runCreation,
  type Settings,
  waitingIn,
} from '@testpoint/core/cli';
import type { ServiceClient } from '@testpoint/core/service';
import { CommandFailure, EXIT } from '../failure.js';
import { flushFolders, reportLines, waitingSessions } from '../flush.js';
import { invocation, shortened } from '../invocation.js';
import { foldersBelow } from '../recorded.js';
import { type Move, moveRun, withService } from '../run.js';
import { outboxOf, resolveForCommand, type SettingsOptions } from '../settings.js';
import { paintError, say } from '../terminal.js';
import type { ChildEnd } from './child.js';
import * as messages from './messages.js';
import type { RunCommand } from './rounds.js';
import { EXEC_PATIENCE, type Run, RunProvider, statusOf } from './run-provider.js';

/** What happened to the results that the command left in the outbox. */
interface Delivered {
  /** Whether nothing is left. */
  isClean: boolean;
  /** Whether the run can end: everything is delivered, except for results that it does not accept. */
  isDone: boolean;
}

/** Runs the command within a run, if the settings allow one. @param variables for the command */
export async function inRun(
  command: readonly string[],
  options: SettingsOptions,
  variables: NodeJS.ProcessEnv,
  run: RunCommand,
  overriding: Partial<Settings> | undefined,
): Promise<ChildEnd> {
  const environment = { ...invocation().env, ...variables };
  const resolved = resolveForCommand(options, 'service', overriding);
  if (resolved.state === 'off') {
    // With only a report to make, the reporters say so. Suites below may have settings of their own.
    if (resolveForCommand(options, 'results').state === 'off' && foldersBelow().length === 0) {
      const paint = resolved.inCi ? paintError.yellow : paintError.dim;
      say(paint(`Testpoint: ${resolved.reason}`));
    }
    return run(command, environment, () => {});
  }
  if (resolved.state === 'error') {
    // The suite records all that does not depend on them.
    const { state } = resolveForCommand(options, 'results');
    const lines = formatProblems(resolved.problems);
    say([paintError.red(state === 'error' ? notReporting : messages.noRun), ...lines].join('\n'));
    return run(command, { ...environment, ...alreadyPrinted(lines) }, () => {});
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
    say(messages.waitingForRun(describeWaiting(waitingIn(sessions), folder)));
    for (const command of runCreation(' --start')) say(`  ${command}`);
    say(`  ${messages.deliverAndEnd(asArgument(folder), interrupted ? 'stop' : 'complete')}`);
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
    say(messages.notAllDelivered(id, isOver));
    const start = isOver ? messages.startAgain(id) : '';
    return say(`  ${start}${messages.deliverAndEnd(asArgument(shortened(outbox)), `${move} ${id}`)}`);
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
  if (status !== undefined) say(messages.shownAs(id, status));
  return status;
}
