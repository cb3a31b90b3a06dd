import { formatProblems, type Settings } from '@testpoint/core/cli';
import { expiredSentences, type GateRules, judged, markKnown, type Run } from '@testpoint/report';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailure, EXIT } from '../failure.js';
import { example } from '../help.js';
import { newFailuresIn } from '../history-input.js';
import { openInput } from '../input-run.js';
import { invocation } from '../invocation.js';
import { knownFailuresOf } from '../known-failures.js';
import { atOnlyFolder } from '../recorded.js';
import { historyFile, reportSettings, resolveForCommand, type SettingsOptions } from '../settings.js';
import { writeOutputs } from '../step-outputs.js';
import { oneLine, paintError, say } from '../terminal.js';
import * as messages from './messages.js';

interface GateOptions extends SettingsOptions {
  maxFailed?: number;
  minPassRate?: number;
  maxFlaky?: number;
  /** False if `--no-new-failures` is given. */
  newFailures?: boolean;
  minTests?: number;
  maxTestDuration?: number;
  allRan?: true;
  allDelivered?: true;
  onlyGiven?: true;
  history?: string;
}

/** How many tests to list for a rule. */
const LISTED = 20;

/** `testpoint gate [INPUT…]`. */
export function gateCommand(): Command {
  return new Command('gate')
    .description('Decide by rules whether a run is good enough for the next step.')
    .argument('[input...]', 'outboxes, reports, reports in one file (default: the last run)')
    .option('--max-failed <n>', 'at most this many failed tests', whole)
    .option('--min-pass-rate <rate>', 'at least this part of the tests that were not skipped passed, from 0 to 1', rate)
    .option('--max-flaky <n>', 'at most this many tests that passed only after a failure', whole)
    .option('--no-new-failures', 'no failure of a test that did not fail before; needs a history')
    .option('--min-tests <n>', 'at least this many results', whole)
    .option('--max-test-duration <ms>', 'no test took longer, milliseconds', whole)
    .option('--all-ran', 'no test is Blocked, and no session was interrupted')
    .option('--all-delivered', 'no results wait for delivery')
    .option('--only-given', 'only the rules of the command line, without those of the option gate')
    .option('--history <file>', 'file with the outcomes of earlier runs (reportHistory)')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint gate --max-failed 0', 'testpoint gate shard-*/testpoint-report --min-pass-rate 0.98 --all-ran')}

The option gate in testpoint.config.* sets rules, too. Failures that testpoint.known.json names don't count.
Exit code: 0 if all rules hold, 1 if one does not, 2 for wrong rules or nothing to read.`,
    )
    .action(gate);
}

async function gate(inputs: readonly string[], given: GateOptions): Promise<void> {
  const options = atOnlyFolder(inputs, given);
  const rules = gateRules(options);
  const { isOpen } = await decide(inputs, options, rules);
  if (!isOpen) invocation().exitCode = EXIT.failed;
}

/** Rules, and where the history is that they may need. */
export interface Gate {
  rules: GateRules;
  settings: Readonly<Partial<Settings>>;
  history: string | undefined;
}

/** @throws CommandFailure if there are no rules, or wrong ones */
export function gateRules(options: GateOptions): Gate {
  const settings = reportSettings(options, 'No gate');
  if (options.onlyGiven !== true) refuseWrongRules(options);
  const rules = rulesOf(options, options.onlyGiven === true ? {} : settings);
  const history = historyFile(options, settings);
  if (rules.noNewFailures === true && history === undefined) {
    throw new CommandFailure(messages.gateWithoutHistory, EXIT.usage);
  }
  return { rules, settings, history };
}

/**
 * Reads the results, and says the value of each rule, then the verdict.
 * @param judge gets the run while it is open
 */
export async function decide(
  inputs: readonly string[],
  options: SettingsOptions,
  { rules, settings, history }: Gate,
  judge: (run: Run, lacks: readonly string[]) => void = () => {},
): Promise<{ isOpen: boolean }> {
  const failures = knownFailuresOf(options);
  const { run, lacks, waiting, report } = await openInput(inputs, options, settings, true);
  try {
    const known = markKnown(run.rows, failures);
    const newFailures = history === undefined ? undefined : await newFailuresIn(history, run, settings);
    if (rules.noNewFailures === true && newFailures === undefined) say(messages.noEarlierRun);
    const judgements = judged(rules, { rows: run.rows, sessions: run.sessions, newFailures, waiting });
    for (const sentence of lacks) say(paintError.yellow(sentence));
    for (const { rule, holds, what, tests } of judgements) {
      say(holds ? `✓ ${rule}: ${what}` : paintError.red(`✗ ${rule}: ${what}`));
      if (holds) continue;
      for (const test of tests.slice(0, LISTED)) say(`    ${oneLine(test)}`);
      if (tests.length > LISTED) say(`    and ${tests.length - LISTED} more`);
    }
    for (const one of known.filter(({ isExpired, keys }) => !isExpired && keys.length > 0).slice(0, LISTED))
      say(paintError.dim(oneLine(messages.knownFailure(one.test, one.reason, one.owner, one.until))));
    for (const sentence of expiredSentences(known)) say(paintError.yellow(oneLine(sentence)));
    const broken = judgements.filter(({ holds }) => !holds).map(({ rule }) => rule);
    if (broken.length === 0) say(paintError.green(messages.gateOpen(Object.keys(rules).join(', '))));
    else say(paintError.red(messages.gateClosed(broken.join(', '))));
    writeOutputs(run, { report });
    judge(run, lacks);
    return { isOpen: broken.length === 0 };
  } finally {
    run.close();
  }
}

/** Reporters only warn about a wrong rule. A gate must not leave it out. */
function refuseWrongRules(options: SettingsOptions): void {
  const resolved = resolveForCommand(options, 'report');
  if (resolved.state === 'off') return;
  const lines = resolved.state === 'on' ? resolved.warnings : formatProblems(resolved.problems);
  const wrong = lines.filter((line) => /^\s*gate[ .]/.test(line));
  if (wrong.length > 0) throw new CommandFailure(messages.wrongRules(wrong), EXIT.usage);
}

/** The rules of the command line override those of the settings. */
function rulesOf(options: GateOptions, { gate: configured = {} }: Readonly<Partial<Settings>>): GateRules {
  const { maxFailed, minPassRate, maxFlaky, minTests, maxTestDuration, allRan, allDelivered } = options;
  const given = {
    ...{ maxFailed, minPassRate, maxFlaky, minTests, maxTestDuration, allRan, allDelivered },
    noNewFailures: options.newFailures === false ? true : undefined,
  };
  const rules: GateRules = {
    ...configured,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  if (Object.keys(rules).length > 0) return rules;
  throw new CommandFailure(messages.gateWithoutRules, EXIT.usage);
}

function whole(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError(messages.wrongCount);
}

function rate(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError(messages.wrongRate);
}
