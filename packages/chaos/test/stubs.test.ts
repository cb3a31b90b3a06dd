import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runStubs, STUB_KINDS } from '../src/stubs/run-stubs.js';
import { STUB_COLUMNS } from '../src/stubs/stub-column.js';

/** Each of them kept a suite from ending, changed its exit code or lost results; `npm run test:chaos` runs them all. */
const SAMPLE = [
  ...['fs.existsSync', 'fs.readdirSync gives nothing', 'path.join', 'process.nextTick', 'process.removeListener'],
  ...['Array.prototype.push', 'Array.prototype.[Symbol.iterator]', 'Set.prototype.[Symbol.iterator]'],
  ...['String.prototype.startsWith', 'Object.prototype.signal is added', 'Object.prototype.steps is added'],
  ...['Object.prototype.toJSON is added', 'Array.prototype.toJSON is added', 'Object.prototype.path is added'],
  ...['Object.prototype.attachments is added', 'path.toNamespacedPath'],
];

const folder = mkdtempSync(join(tmpdir(), 'testpoint-stubs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what a test stubs and leaves behind', { timeout: 300_000 }, () => {
  it('is of at least 400 kinds', () => {
    expect(new Set(STUB_KINDS).size).toBeGreaterThanOrEqual(400);
    expect(STUB_KINDS).toEqual(expect.arrayContaining(SAMPLE));
  });

  it.each(STUB_COLUMNS.map((column) => ({ name: column.name, column })))(
    'keeps no $name suite from ending as without us, and loses no result',
    async ({ column }) => {
      const { lines, failures } = await runStubs({ kinds: SAMPLE, columns: [column], atOnce: 2, folder });
      console.log(lines.join('\n'));
      expect(failures).toEqual([]);
    },
  );
});
