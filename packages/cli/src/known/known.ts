import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_FAILURES_FILE, type KnownFailure, type Run, replaceFile } from '@testpoint/report';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { example, exitCodes } from '../help.js';
import { openInput } from '../input-run.js';
import { shortened } from '../invocation.js';
import { knownFailuresOf } from '../known-failures.js';
import { atOnlyFolder, recordedFolders } from '../recorded.js';
import { reportSettings, type SettingsOptions, suiteFolder } from '../settings.js';
import { oneLine, paint, paintError, print, printJson, say, table } from '../terminal.js';
import * as messages from './messages.js';

interface AddOptions extends SettingsOptions {
  reason: string;
  owner?: string;
  link?: string;
  until?: string;
}

/** An entry of the file. Members that are not ours stay. */
type Entry = Record<string, unknown> & { test: string };

/** `testpoint known add|list|prune`. */
export function knownCommand(): Command {
  const known = new Command('known')
    .description('Edit testpoint.known.json: failures that the gate does not count.')
    .addHelpText('after', example('testpoint known list'));
  known
    .command('add')
    .description('Add a known failure, or change its entry.')
    .argument('<id>', 'external id of the test, as reports show it')
    .requiredOption('--reason <text>', 'why it fails')
    .option('--owner <name>', 'who takes care of it')
    .option('--link <address>', 'where it is tracked')
    .option('--until <day>', 'the last day on which it counts as known, such as 2026-12-31', day)
    .option('--root <dir>', 'the suite’s folder, with testpoint.known.json')
    .addHelpText(
      'after',
      example('testpoint known add "cart.js > ships" --reason slow --until 2027-01-31') +
        exitCodes({ ok: 'if it is in the file', failed: 'if the file can’t be written' }),
    )
    .action(add);
  known
    .command('list')
    .description('List the known failures, and which of them have expired.')
    .option('--json', 'print the entries, with "isExpired"')
    .option('--root <dir>', 'the suite’s folder, with testpoint.known.json')
    .addHelpText('after', example('testpoint known list') + exitCodes({ ok: 'always', failed: 'never' }))
    .action(list);
  known
    .command('prune')
    .description('Remove the entries that have expired, and name those whose tests passed in the last run.')
    .option('--passed', 'remove those whose tests passed in the last run, too')
    .option('--root <dir>', 'the suite’s folder, with testpoint.known.json')
    .addHelpText(
      'after',
      example('testpoint known prune') + exitCodes({ ok: 'if it is done', failed: 'if the file can’t be written' }),
    )
    .action(prune);
  return known;
}

async function add(test: string, options: AddOptions): Promise<void> {
  const { reason, owner, link, until } = options;
  // A file with mistakes stays as it is.
  const isThere = knownFailuresOf(options).has(test);
  const given = { test, reason, owner, link, until };
  const entry = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Entry;
  const entries = entriesIn(options);
  const file = writeEntries(
    options,
    isThere ? entries.map((one) => (one.test === test ? { ...one, ...entry } : one)) : [...entries, entry],
  );
  const passed = await outcomesOf(options);
  if (passed !== undefined && !passed.has(test)) say(paintError.yellow(messages.notInLastRun(oneLine(test))));
  say(isThere ? messages.knownReplaced(oneLine(test), file) : messages.knownAdded(oneLine(test), file));
}

function list(options: SettingsOptions & { json?: true }): void {
  const known = [...knownFailuresOf(options).values()];
  if (options.json) return printJson(known);
  if (known.length === 0) return say(messages.noKnownFailures(shortened(fileOf(options))));
  const rows = known.map(({ test, reason, owner = '', until = '', isExpired }) =>
    [test, reason, owner, isExpired ? `${until} (expired)` : until].map(oneLine),
  );
  const [head = '', ...lines] = table([['TEST', 'REASON', 'OWNER', 'UNTIL'], ...rows]);
  print(head);
  for (const [index, line] of lines.entries()) print(known[index]?.isExpired === true ? paint.yellow(line) : line);
}

async function prune(options: SettingsOptions & { passed?: true }): Promise<void> {
  const known = knownFailuresOf(options);
  if (known.size === 0) return say(messages.noKnownFailures(shortened(fileOf(options))));
  const passed = await outcomesOf(options);
  const isOver = ({ test }: KnownFailure) => passed?.get(test) === true;
  const gone = [...known.values()].filter((one) => one.isExpired || (options.passed === true && isOver(one)));
  if (gone.length > 0) {
    const names = new Set(gone.map(({ test }) => test));
    writeEntries(
      options,
      entriesIn(options).filter(({ test }) => !names.has(test)),
    );
  }
  for (const { test, until, isExpired } of gone)
    say(isExpired ? messages.prunedExpired(oneLine(test), until) : messages.prunedPassed(oneLine(test)));
  for (const one of known.values())
    if (!gone.includes(one) && isOver(one)) say(messages.mayBePruned(oneLine(one.test)));
  if (gone.length === 0) say(messages.nothingToPrune);
}

/** Whether each test of the last run has only passed, by external id; undefined if there is no last run. */
async function outcomesOf(given: SettingsOptions): Promise<Map<string, boolean> | undefined> {
  const { here, below } = recordedFolders(given);
  if (here === undefined && below.length === 0) return undefined;
  const options = atOnlyFolder([], given);
  const { run } = await openInput([], options, reportSettings(options, 'No last run'));
  try {
    return passedIn(run);
  } finally {
    run.close();
  }
}

function passedIn({ rows }: Run): Map<string, boolean> {
  const passed = new Map<string, boolean>();
  for (let row = 0; row < rows.size; row++) {
    const id = rows.id(row);
    passed.set(id, passed.get(id) !== false && rows.outcome(row) === 'P');
  }
  return passed;
}

function fileOf(options: SettingsOptions): string {
  return join(suiteFolder(options), KNOWN_FAILURES_FILE);
}

/** As they are in the file, which has been checked. */
function entriesIn(options: SettingsOptions): Entry[] {
  const file = fileOf(options);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) : [];
}

/** @returns the file's name as the user would type it */
function writeEntries(options: SettingsOptions, entries: readonly Entry[]): string {
  const file = fileOf(options);
  const indent = existsSync(file) ? /^[ \t]+(?=")/m.exec(readFileSync(file, 'utf8'))?.[0].slice(0, 1) : undefined;
  try {
    replaceFile(file, (draft) =>
      writeFileSync(draft, `${JSON.stringify(entries, null, indent === '\t' ? indent : 2)}\n`),
    );
  } catch (error) {
    throw new CommandFailure(messages.knownNotWritten(file, messageOf(error)), EXIT.failed, error);
  }
  return shortened(file);
}

function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError(messages.wrongDay);
}
