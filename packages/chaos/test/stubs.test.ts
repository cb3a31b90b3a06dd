import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { runStubs, STUB_KINDS } from '../src/stubs/run-stubs.js';
import { STUB_COLUMNS, type StubColumn } from '../src/stubs/stub-run.js';

/**
 * Stubs that once kept a suite from ending, changed its exit code or lost results. `npm run test:long` runs all of these,
 * `npm run test:chaos -- --only stubs` every kind.
 */
const EVERYWHERE = [
  ...['Object.prototype.toJSON is added', 'the whole process is changed'],
  ...['the whole process is changed in an earlier file', 'fs.existsSync', 'Array.prototype.push'],
  'process.env is replaced in an earlier file',
];
/** Only Mocha runs the tests and the reporter in one process. */
const IN_MOCHA = [
  ...EVERYWHERE.slice(0, IS_LONG ? undefined : 3),
  ...['process.nextTick', 'fs.readdirSync returns undefined', 'a deleted working folder in an earlier file'],
  'all listeners are removed',
];
const ONLY_LONG_IN_MOCHA = [
  ...['Set.prototype.[Symbol.iterator]', 'Object.prototype.attachments is added', 'path.toNamespacedPath'],
  'String.prototype.startsWith',
  ...['path.join', 'process.removeListener', 'Array.prototype.[Symbol.iterator]', 'Array.prototype.toJSON is added'],
  ...['Object.prototype.path is added', 'Object.prototype.signal is added', 'Object.prototype.steps is added'],
];

const folder = mkdtempSync(join(tmpdir(), 'testpoint-stubs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stubs that a test leaves behind', { timeout: 300_000 }, () => {
  it.each(STUB_COLUMNS.filter(isTaken).map((column) => ({ name: column.name, column })))(
    'don’t change how a $name suite ends, and lose no result',
    async ({ column }) => {
      const kinds = sampleOf(column);
      expect(STUB_KINDS).toEqual(expect.arrayContaining([...kinds]));
      const { summary, failures } = await runStubs({ kinds, columns: [column], atOnce: 2, folder });
      console.log(summary);
      expect(failures).toEqual([]);
    },
  );

  it.runIf(IS_LONG)('fail the run if more suites than expected hang even without us', async () => {
    const columns = STUB_COLUMNS.filter(({ name }) => name === 'mocha');
    const kinds = IN_MOCHA.slice(0, 2);
    const { summary, failures } = await runStubs({ kinds, columns, atOnce: 2, folder, limit: 1 });
    expect(summary).toBe('mocha: 2 stubs, 0 failed; 2 do not end even without us');
    expect(failures).toEqual([`mocha: 2 do not end even without us (known: 1): ${kinds.join(', ')}`]);
  });
});

function isTaken({ name }: StubColumn): boolean {
  return IS_LONG || name === 'mocha';
}

function sampleOf({ name }: StubColumn): readonly string[] {
  if (name !== 'mocha') return EVERYWHERE;
  return IS_LONG ? [...IN_MOCHA, ...ONLY_LONG_IN_MOCHA] : IN_MOCHA;
}
