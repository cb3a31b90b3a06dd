import { readFile } from 'node:fs/promises';
import { type CatalogEntry, catalogPath } from '@testpoint/core/cli';
import { Command } from 'commander';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { example, exitCodes } from '../help.js';
import { decoded } from '../import/file-text.js';
import { absolute } from '../invocation.js';
import { outboxesWith, sayFolders } from '../recorded.js';
import { outboxOf, resolveForCommand, type SettingsOptions } from '../settings.js';
import { counted, oneLine, paintError, print, printJson, say, table } from '../terminal.js';
import { type CatalogDiff, diffOf } from './catalog-diff.js';
import { isEntry, parsed, readCatalogs } from './catalog-file.js';
import * as messages from './messages.js';
import { testCasesOf, writeTestPoints } from './test-points.js';

interface CatalogOptions extends SettingsOptions {
  json?: true;
  diff?: string;
  testPoints?: string;
}

/** `testpoint catalog [DIR]`. */
export function catalogCommand(): Command {
  return new Command('catalog')
    .description('List the external ids of the tests that ran here, to create autotests in the service.')
    .argument('[dir]', 'outbox (default: the suite’s, .testpoint)')
    .option('--json', 'print [{ "externalId", "titlePath", "file", "line", "testCases" }]')
    .option(
      '--diff <file>',
      'show new, gone and probably renamed tests instead, against an older catalog or a list of ids',
    )
    .option(
      '--test-points <file>',
      'after a full run: write the test points of the next runs, from the test cases that tests name, into this file, and list the tests that name none',
    )
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      example(
        'testpoint catalog --json > autotests.json',
        'testpoint catalog --diff autotests.json',
        'testpoint catalog --test-points test-points.json',
      ) +
        exitCodes({
          ok: 'if there is a catalog',
          failed: 'if no suite has written one yet, or, with --test-points, no test names a test case',
        }),
    )
    .action(listTests);
}

async function listTests(directory: string | undefined, options: CatalogOptions): Promise<void> {
  const { json, diff, testPoints } = options;
  const outboxes = directory === undefined ? outboxesOf(options) : [absolute(directory)];
  const { tests, current } = await readCatalogs(outboxes);
  if (testPoints !== undefined) {
    const resolved = resolveForCommand(options, 'report');
    return writeTestPoints(testPoints, current, resolved.state === 'off' ? {} : resolved.settings);
  }
  if (diff !== undefined) {
    const ids = tests.map(({ externalId }) => externalId);
    return showDiff(diffOf(await readIds(diff), ids), json === true);
  }
  if (json) {
    return printJson(
      tests.map(({ externalId, titlePath, file, line, testCases }) => ({
        externalId,
        titlePath,
        file,
        line,
        testCases,
      })),
    );
  }
  const withCases = tests.some((test) => testCasesOf(test).length > 0);
  const cellsOf = (test: CatalogEntry) => (withCases ? [testCasesOf(test).join(', ') || '-'] : []);
  const rows = tests.map((test) => {
    const { externalId, file, line, titlePath } = test;
    const place = line === undefined ? file : `${file}:${line}`;
    return [oneLine(externalId), ...cellsOf(test), oneLine(place), oneLine(titlePath.join(' > '))];
  });
  const heading = ['EXTERNAL ID', ...(withCases ? ['TEST CASES'] : []), 'FILE', 'TITLE'];
  for (const line of table([heading, ...rows])) print(line);
  say(paintError.dim(`\n${messages.whatToDoWithIds}`));
}

/** The outboxes with a catalog: of this folder, and of those below. */
function outboxesOf(options: SettingsOptions): string[] {
  const own = outboxOf(options);
  const found = outboxesWith(options, catalogPath);
  if (found.some(({ outbox }) => outbox !== own)) sayFolders(found, messages.catalogsThere);
  return found.length === 0 ? [own] : found.map(({ outbox }) => outbox);
}

/** @param json whether to print JSON instead of a table */
function showDiff(diff: CatalogDiff, json: boolean): void {
  if (json) return printJson(diff);
  const { added, gone, renamed } = diff;
  const rows = [
    ...added.map((id) => ['new', id]),
    ...gone.map((id) => ['gone', id]),
    ...renamed.flatMap(({ from, to }) => [
      ['renamed?', from],
      ['', to],
    ]),
  ];
  for (const line of table(rows.map((row) => row.map(oneLine)))) print(line);
  say(paintError.dim(`${counted(added.length, 'new test')}, ${gone.length} gone, ${renamed.length} probably renamed`));
}

/**
 * External ids of an older list: a catalog's file, the output of `catalog --json`, a JSON list of ids, or one id in each line.
 * @throws CommandFailure if the file can't be read or has none
 */
async function readIds(file: string): Promise<string[]> {
  let text: string;
  try {
    text = decoded(await readFile(absolute(file)));
  } catch (error) {
    throw new CommandFailure(messages.unreadableIds(file, messageOf(error)), EXIT.usage);
  }
  const ids = idsIn(text);
  if (ids.length === 0 && text.trim() !== '' && text.trim() !== '[]') {
    throw new CommandFailure(messages.noIds(file), EXIT.usage);
  }
  return ids;
}

function idsIn(text: string): string[] {
  const whole = parsed(text);
  if (Array.isArray(whole)) return whole.flatMap(idOf);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.flatMap((line) => (line.startsWith('{') ? idOf(parsed(line)) : [line.trim()]));
}

function idOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isEntry(value) ? [value.externalId] : [];
}
