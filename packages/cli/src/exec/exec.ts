import { constants } from 'node:os';
import { formatProblems, type ResolvedSettings, type Settings, startLastRun } from '@testpoint/core/cli';
import { Command, Option } from 'commander';
import { CommandFailure, EXIT } from '../failure.js';
import { gateRules } from '../gate/gate.js';
import { example, SUITE_EXAMPLE } from '../help.js';
import { invocation, workingFolder } from '../invocation.js';
import { wrongSettings } from '../messages.js';
import { outboxOf, resolveForCommand, type SettingsOptions } from '../settings.js';
import { appendSummary } from '../summary/summary.js';
import { paintError, say } from '../terminal.js';
import { endAtGate } from './at-gate.js';
import { type ChildEnd, runChild } from './child.js';
import { findCommand } from './find-command.js';
import { inRun } from './in-run.js';
import { KeptSessions, keeping } from './kept-sessions.js';
import { removeLeftovers } from './leftovers.js';
import * as messages from './messages.js';
import { type RunCommand, withReruns } from './rounds.js';
import { onlyFailed, onlyFailedIn } from './selection.js';

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
        'failed: run only tests that failed, were blocked or never ran last time, here or below',
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
      `${example(SUITE_EXAMPLE, 'testpoint exec --only failed -- npm test')}

Exit code: the command's; 128 or more if a signal ended it, 127 if it does not exist, 126 if it can't be executed, 2 on wrong
usage. With --gate, 1 instead of 0 if a rule does not hold, and 0 if all hold and nothing but tests has failed. With
onUndelivered 'fail', 1 instead of 0 if something is left. Without a secret key, exec only runs the command.`,
    )
    .passThroughOptions()
    .action(async (command: string[], options: ExecOptions) => {
      endAs(await execute(command, options));
    });
}

async function execute(command: readonly string[], options: ExecOptions): Promise<ChildEnd> {
  if (workingFolder() === undefined) {
    if (options.gate || options.rerun !== undefined || options.only !== undefined)
      throw new CommandFailure(messages.folderNeeded, EXIT.usage);
    say(paintError.yellow(messages.folderDeleted));
    return runChild(command, invocation().env, () => {});
  }
  const { trouble } = findCommand(command[0] ?? '');
  // No run is created for a command that can't start.
  if (trouble !== undefined) return { error: trouble };
  const forResults = resolveForCommand(options, 'results');
  const outbox = outboxOf(options, forResults);
  if (options.from !== undefined && options.only === undefined) {
    throw new CommandFailure(messages.fromWithoutOnly, EXIT.usage);
  }
  removeLeftovers(outbox);
  const { rerun } = options;
  if (rerun !== undefined && (!Number.isInteger(rerun) || rerun < 0)) {
    throw new CommandFailure(messages.wrongRerun, EXIT.usage);
  }
  const gate = options.gate === true ? gateRules(options) : undefined;
  if (gate !== undefined) requireResults(forResults, 'gate');
  const settings = rerun === undefined ? undefined : requireResults(forResults, 'rerun');
  const page = settings && pageOfJob(settings);
  const keeps = gate !== undefined || page !== undefined;
  const keep = keeps && forResults.state === 'on' ? keeping(forResults.settings) : undefined;
  const run: RunCommand =
    rerun === undefined || settings === undefined
      ? runChild
      : withReruns(rerun, outbox, { ...settings, ...keep?.settings });
  const start = (variables: NodeJS.ProcessEnv) => inRun(command, options, variables, run, keep?.settings);
  if (!keeps) return select(options, forResults, outbox, start);
  const kept = new KeptSessions(outbox);
  try {
    // Suites in other folders leave their sessions where the gate finds them.
    const more = { ...keep?.variables, TMS_OUTBOX_DIR: outbox };
    const end = await select(options, forResults, outbox, (variables) => start({ ...variables, ...more }));
    if (page !== undefined) await appendSummary(page, kept.folders, options);
    return gate === undefined ? end : await endAtGate(kept.folders, options, gate, command, end);
  } finally {
    if (keep?.isForCommand !== false) kept.release();
  }
}

/** Where the summary of all rounds goes, because suites that run again write none. */
function pageOfJob({ ciSummary }: Settings): string | undefined {
  return ciSummary === false ? undefined : invocation().env.GITHUB_STEP_SUMMARY || undefined;
}

/** Runs the command, with `--only` for the selected tests. */
async function select(
  options: ExecOptions,
  forResults: ResolvedSettings,
  outbox: string,
  start: (variables: NodeJS.ProcessEnv) => Promise<ChildEnd>,
): Promise<ChildEnd> {
  const { only, from } = options;
  if (only === undefined) {
    startLastRun(outbox);
    return start({});
  }
  const selection =
    from === undefined
      ? onlyFailed(outbox, options)
      : await onlyFailedIn(from, requireResults(forResults, 'only'), outbox);
  if (selection === undefined) {
    say(messages.nothingToRun);
    return { code: EXIT.ok };
  }
  const end = await start({ ...selection.environment, TMS_OUTBOX_DIR: outbox });
  const lines = selection.conclude();
  if (lines.length === 0) return end;
  say(lines.map((line) => (line.startsWith(' ') ? line : paintError.red(line))).join('\n'));
  return 'code' in end && end.code === 0 ? { code: EXIT.failed } : end;
}

function collect(input: string, before: string[] = []): string[] {
  return [...before, input];
}

/**
 * The settings, if results are recorded at all.
 * @param need what does not work without results
 * @throws CommandFailure
 */
function requireResults(resolved: ResolvedSettings, need: keyof typeof messages.NEEDS_RESULTS): Settings {
  if (resolved.state === 'on') return resolved.settings;
  const why = resolved.state === 'error' ? wrongSettings(formatProblems(resolved.problems)) : messages.setReport;
  throw new CommandFailure(`${messages.NEEDS_RESULTS[need]} ${why}`, EXIT.usage);
}

/** This plus a signal's number is the exit code of a command that the signal ended. */
const FATAL = 128;

/** Ends this process the same way as the command. */
function endAs(end: ChildEnd): void {
  const given = invocation();
  if ('code' in end) given.exitCode = end.code;
  else if ('signal' in end) {
    // The first process in a container survives its own signals.
    given.exitCode = FATAL + (constants.signals[end.signal] ?? 0);
    given.end(end.signal);
  } else {
    say(paintError.red(messages.cantRun(end.error.message)));
    // Like shells: not found, or not executable.
    given.exitCode = end.error.code === 'ENOENT' ? 127 : 126;
  }
}
