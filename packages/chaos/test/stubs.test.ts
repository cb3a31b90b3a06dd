import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runStubs, STUB_KINDS } from '../src/stubs/run-stubs.js';
import { STUB_COLUMNS, type StubColumn } from '../src/stubs/stub-column.js';

/** Stubs that once kept a suite from ending, changed its exit code or lost results. `npm run test:chaos` runs every kind. */
const EVERYWHERE = ['fs.existsSync', 'Array.prototype.push', 'Object.prototype.toJSON is added'];
/** Only Mocha runs the tests and the reporter in one process. */
const IN_MOCHA = [
  ...EVERYWHERE,
  ...['process.nextTick', 'Set.prototype.[Symbol.iterator]', 'Object.prototype.attachments is added'],
  ...['fs.readdirSync gives nothing', 'path.join', 'path.toNamespacedPath', 'process.removeListener'],
  ...['Array.prototype.[Symbol.iterator]', 'Array.prototype.toJSON is added', 'String.prototype.startsWith'],
  ...['Object.prototype.path is added', 'Object.prototype.signal is added', 'Object.prototype.steps is added'],
];

const folder = mkdtempSync(join(tmpdir(), 'testpoint-stubs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stubs that a test leaves behind', { timeout: 300_000 }, () => {
  it('are of at least 400 kinds', () => {
    expect(new Set(STUB_KINDS).size).toBeGreaterThanOrEqual(400);
    expect(STUB_KINDS).toEqual(expect.arrayContaining(IN_MOCHA));
  });

  it.each(STUB_COLUMNS.map((column) => ({ name: column.name, column })))(
    'don’t change how a $name suite ends, and lose no result',
    async ({ column }) => {
      const { lines, failures } = await runStubs({ kinds: sampleOf(column), columns: [column], atOnce: 2, folder });
      console.log(lines.join('\n'));
      expect(failures).toEqual([]);
    },
  );
});

function sampleOf({ name }: StubColumn): readonly string[] {
  return name.startsWith('mocha') ? IN_MOCHA : EVERYWHERE;
}
