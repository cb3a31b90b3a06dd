import { formatProblems, type Settings } from '@testpoint/core';
import type { ServiceClient } from '@testpoint/core/service';
import { Command } from 'commander';
import { type ChildEnd, runChild } from './child.js';
import { CommandFailure, EXIT } from './failure.js';
import { flushFolders, reportLines, shortened, waitingSessions } from './flush.js';
import { example } from './help.js';
import { FEW_TRIES } from './retries.js';
import { createRun, type Move, moveRun, withService } from './run.js';
import { outboxOf, resolveForCommand, type SettingsOptions } from './settings.js';
import { paintError, say } from './terminal.js';

/** The run that the command reports into. */
interface Run {
  id: string;
  /** We made it, so it is ours to end. */
  created: boolean;
}

/** `testpoint exec -- COMMAND…`. */
export function execCommand(): Command {
  return new Command('exec')
    .description('Run a command, with all it reports going into one run: create, start, run, deliver, complete.')
    .argument('<command...>', 'the command and its arguments, after --')
    .option('--root <dir>', 'folder of the suite, where testpoint.config.* is')
    .addHelpText(
      'after',
      `${example('testpoint exec -- npx playwright test', 'testpoint exec -- npm run test:all')}

Ends with the command's exit code. Without a secret key it only runs the command.`,
    )
    .passThroughOptions()
    .action(async (command: string[], options: SettingsOptions) => {
      endAs(await execute(command, options));
    });
}

async function execute(command: readonly string[], options: SettingsOptions): Promise<ChildEnd> {
  const resolved = resolveForCommand(options, 'service');
  if (resolved.state === 'off') {
    say(
      resolved.inCi
        ? paintError.yellow(`Testpoint: ${resolved.reason}`)
        : paintError.dim(`Testpoint: ${resolved.reason}`),
    );
    return runChild(command, process.env, () => {});
  }
  if (resolved.state === 'error') {
    say(
      [paintError.red('Testpoint: not reporting, the settings are wrong'), ...formatProblems(resolved.problems)].join(
        '\n',
      ),
    );
    return runChild(command, process.env, () => {});
  }
  const outbox = outboxOf(options, resolved);
  return withService(resolved.settings, (service) => reportInto(service, command, resolved.settings, outbox));
}

/** Runs the command with a run around it. Nothing that goes wrong with the run keeps the command from running. */
async function reportInto(
  service: ServiceClient,
  command: readonly string[],
  settings: Settings,
  outbox: string,
): Promise<ChildEnd> {
  const run = await takeRun(service, settings);
  const before = new Set(waitingSessions([outbox]));
  let interrupted = false;
  const end = await runChild(command, environmentFor(run, outbox), () => {
    interrupted = true;
  });
  if ('signal' in end || 'error' in end) interrupted = true;
  const left = waitingSessions([outbox]).filter((session) => !before.has(session));
  const isClean = await deliver(left, settings, run, interrupted);
  if (run !== undefined) await finish(service, run, settings, { interrupted, isClean, outbox });
  const isFailed = !isClean && settings.onUndelivered === 'fail' && 'code' in end && end.code === 0;
  return isFailed ? { code: EXIT.failed } : end;
}

/** The given run, or a new one, started; undefined when there is none to be had: the command then looks after itself. */
async function takeRun(service: ServiceClient, settings: Settings): Promise<Run | undefined> {
  const given = settings.testRunId;
  let run: Run | undefined;
  try {
    const id = given ?? (await createRun(service, settings, FEW_TRIES));
    run = { id, created: given === undefined };
    await moveRun(service, 'start', id, FEW_TRIES);
    say(`Testpoint: run ${id} ${run.created ? 'created and ' : ''}started`);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    say(paintError.red(`Testpoint: ${error.message}`));
    say(
      run === undefined
        ? '  The command reports as its own settings say.'
        : `  The command reports into run ${run.id} all the same.`,
    );
  }
  return run;
}

/** TMS_OUTBOX_DIR makes suites in folders of their own leave their results where we find them. */
function environmentFor(run: Run | undefined, outbox: string): NodeJS.ProcessEnv {
  const ours = run === undefined ? {} : { TMS_TEST_RUN_ID: run.id, TMS_FINISH: 'leave' };
  return { ...process.env, ...ours, TMS_OUTBOX_DIR: outbox };
}

/** @returns whether nothing of the command's results is left here */
async function deliver(
  sessions: readonly string[],
  settings: Settings,
  run: Run | undefined,
  interrupted: boolean,
): Promise<boolean> {
  if (sessions.length === 0) return true;
  const forRun = run === undefined ? settings : { ...settings, testRunId: run.id };
  // Whoever interrupts does not want to wait longer than at any suite's end.
  const report = await flushFolders(sessions, forRun, interrupted ? { timeout: settings.closeTimeout } : {});
  if (!report.isClean) say(reportLines(report, sessions).join('\n'));
  return report.isClean;
}

async function finish(
  service: ServiceClient,
  run: Run,
  { finish: wanted }: Settings,
  { interrupted, isClean, outbox }: { interrupted: boolean; isClean: boolean; outbox: string },
): Promise<void> {
  const how = wanted === 'auto' ? (run.created ? 'complete' : 'leave') : wanted;
  if (how === 'leave') return;
  const move: Move = interrupted ? 'stop' : how;
  const later = `npx testpoint run ${move} ${run.id}`;
  if (!isClean) {
    say(`Testpoint: run ${run.id} is left open for what is not delivered. When it is mended:`);
    return say(`  npx testpoint flush ${shortened(outbox)} && ${later}`);
  }
  try {
    await moveRun(service, move, run.id);
    say(`Testpoint: run ${run.id} ${move === 'stop' ? 'stopped' : 'completed'}`);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    say(paintError.red(`Testpoint: ${error.message}`));
    say(`  ${later}`);
  }
}

/** Ends this process as the command ended. */
function endAs(end: ChildEnd): void {
  if ('code' in end) process.exitCode = end.code;
  else if ('signal' in end) process.kill(process.pid, end.signal);
  else {
    say(paintError.red(`Testpoint: the command can't be run: ${end.error.message}`));
    // As shells have it: not found, or not to be executed.
    process.exitCode = end.error.code === 'ENOENT' ? 127 : 126;
  }
}
