import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type CatalogEntry, catalogPath, plainFiles } from '@testpoint/core/cli';
import { Command } from 'commander';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { example, exitCodes } from '../help.js';
import { decoded } from '../import/file-text.js';
import { absolute, shortened } from '../invocation.js';
import { foldersBelow } from '../recorded.js';
import { outboxOf, type SettingsOptions } from '../settings.js';
import { counted, oneLine, paintError, print, printJson, say, table } from '../terminal.js';
import { type CatalogDiff, diffOf } from './catalog-diff.js';
import * as messages from './messages.js';

/** `testpoint catalog [DIR]`. */
export function catalogCommand(): Command {
  return new Command('catalog')
    .description('List the external ids of the tests that ran here, to create autotests in the service.')
    .argument('[dir]', 'outbox (default: the suite’s, .testpoint)')
    .option('--json', 'print [{ "externalId", "titlePath", "file", "line" }]')
    .option(
      '--diff <file>',
      'show new, gone and probably renamed tests instead, against an older catalog or a list of ids',
    )
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      example('testpoint catalog --json > autotests.json', 'testpoint catalog --diff autotests.json') +
        exitCodes({ ok: 'if there is a catalog', failed: 'if no suite has written one yet' }),
    )
    .action(async (directory: string | undefined, options: SettingsOptions & { json?: true; diff?: string }) => {
      const paths = directory === undefined ? catalogsOf(options) : [catalogPath(absolute(directory))];
      const entries: CatalogEntry[] = [];
      for (const path of paths) {
        if (!existsSync(path)) throw new CommandFailure(messages.noCatalog(path), EXIT.failed);
        entries.push(...(await readCatalog(path)));
      }
      if (options.diff !== undefined) {
        const ids = entries.map(({ externalId }) => externalId);
        return showDiff(diffOf(await readIds(options.diff), ids), options.json === true);
      }
      if (options.json) return printJson(entries);
      const rows = entries.map(({ externalId, file, line, titlePath }) => [
        oneLine(externalId),
        oneLine(line === undefined ? file : `${file}:${line}`),
        oneLine(titlePath.join(' > ')),
      ]);
      for (const line of table([['EXTERNAL ID', 'FILE', 'TITLE'], ...rows])) print(line);
      say(paintError.dim(`\n${messages.whatToDoWithIds}`));
    });
}

/** The catalog of this folder, or else those of the folders below. */
function catalogsOf(options: SettingsOptions): string[] {
  const own = catalogPath(outboxOf(options));
  if (existsSync(own) || options.root !== undefined) return [own];
  const below = foldersBelow().map((root) => catalogPath(outboxOf({ root })));
  const found = [...new Set(below)].filter((path) => existsSync(path));
  if (found.length > 0) say(paintError.dim(messages.catalogsThere(found.map(shortened).join(', '))));
  return found.length === 0 ? [own] : found;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tests of a catalog, each once, from the last session that ran it. */
async function readCatalog(path: string): Promise<CatalogEntry[]> {
  const tests = new Map<string, CatalogEntry>();
  for await (const line of createInterface({ input: openCatalog(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = parseEntry(line);
    if (entry !== undefined) tests.set(JSON.stringify([entry.externalId, entry.file, entry.titlePath]), entry);
  }
  return [...tests.values()];
}

function openCatalog(path: string): ReadStream {
  try {
    return createReadStream(path, { fd: plainFiles.open(path) });
  } catch (error) {
    throw new CommandFailure(messages.unreadableCatalog(messageOf(error)), EXIT.failed);
  }
}

/** Undefined for a line that was cut off when its process died. */
function parseEntry(line: string): CatalogEntry | undefined {
  const entry = parsed(line);
  return isEntry(entry) ? entry : undefined;
}

function isEntry(value: unknown): value is CatalogEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'externalId' in value &&
    typeof value.externalId === 'string' &&
    'file' in value &&
    typeof value.file === 'string' &&
    'titlePath' in value &&
    Array.isArray(value.titlePath)
  );
}
