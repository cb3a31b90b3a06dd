import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type CatalogEntry, catalogPath } from '@testpoint/core';
import { Command } from 'commander';
import { CommandFailure, EXIT } from './failure.js';
import { example, exitCodes } from './help.js';
import { outboxOf, type SettingsOptions } from './settings.js';
import { paintError, print, printJson, say, table } from './terminal.js';

const WHAT_TO_DO = `
Make an autotest with each external id in the service, and attach it to its test case there.
testCase(101) in a test does not attach it: with testPoints: 'from-tests' it puts test case 101 into the run that is made.`;

/** `testpoint catalog [DIR]`. */
export function catalogCommand(): Command {
  return new Command('catalog')
    .description('Print the external ids of the tests that were run here, to make autotests of in the service.')
    .argument('[dir]', 'outbox (default: that of the suite, .testpoint)')
    .option('--json', 'print [{ "externalId", "titlePath", "file", "line" }]')
    .option('--root <dir>', 'folder of the suite, where testpoint.config.* is')
    .addHelpText(
      'after',
      example('testpoint catalog', 'testpoint catalog --json > autotests.json') +
        exitCodes({ ok: 'when the catalog was found', failed: 'when there is no catalog yet' }),
    )
    .action(async (directory: string | undefined, options: SettingsOptions & { json?: true }) => {
      const path = catalogPath(directory === undefined ? outboxOf(options) : resolve(directory));
      if (!existsSync(path)) {
        throw new CommandFailure(
          `There is no catalog at ${path}: run the suite with reporting on, or name the outbox.`,
          EXIT.failed,
        );
      }
      const entries = await readCatalog(path);
      if (options.json) return printJson(entries);
      const rows = entries.map(({ externalId, file, line, titlePath }) => [
        externalId,
        line === undefined ? file : `${file}:${line}`,
        titlePath.join(' > '),
      ]);
      for (const line of table([['EXTERNAL ID', 'FILE', 'TITLE'], ...rows])) print(line);
      say(paintError.dim(WHAT_TO_DO));
    });
}

/** The tests of a catalog, each once, as the last session that ran it saw it. */
async function readCatalog(path: string): Promise<CatalogEntry[]> {
  const tests = new Map<string, CatalogEntry>();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = parseEntry(line);
    if (entry !== undefined) tests.set(JSON.stringify([entry.externalId, entry.file, entry.titlePath]), entry);
  }
  return [...tests.values()];
}

/** Undefined for a line that was cut off when its process died. */
function parseEntry(line: string): CatalogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
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
