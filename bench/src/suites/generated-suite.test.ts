import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FRAMEWORKS } from '../peers/peer.js';
import { attachmentsOf, filesOf, type SuiteShape, writeSuite } from './generated-suite.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-suite-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The text of every test file. */
function generate(shape: SuiteShape): string[] {
  writeSuite(folder, shape);
  const files = join(folder, 'files');
  return readdirSync(files).map((name) => readFileSync(join(files, name), 'utf8'));
}

function count(texts: readonly string[], pattern: RegExp): number {
  return texts.join('\n').match(pattern)?.length ?? 0;
}

describe.each(FRAMEWORKS)('the suite of %s', (framework) => {
  test('has the requested tests, files and attachments', () => {
    const shape = { framework, size: 250, testTime: 0 };
    const texts = generate(shape);
    expect(texts).toHaveLength(3);
    expect(filesOf(shape)).toBe(3);
    expect(count(texts, /'adds up \d+ pieces', (async )?(function )?\(/g)).toBe(250);
    expect(count(texts, /await attach\(/g)).toBe(13);
    expect(attachmentsOf(shape)).toBe(13);
    expect(count(texts, /lastTestEnds\(\);/g)).toBe(3);
  });

  test('waits in every test on request', () => {
    expect(count(generate({ framework, size: 40, testTime: 3 }), /await pause\(3\);/g)).toBe(40);
  });
});

test.each([
  { framework: 'playwright', failing: 4 },
  { framework: 'jest', failing: 40 },
  { framework: 'vitest', failing: 40 },
  { framework: 'mocha', failing: 40 },
] as const)('$failing of 2,000 tests of $framework fail', ({ framework, failing }) => {
  expect(count(generate({ framework, size: 2000, testTime: 0 }), /priceOf\([1-9]\d*\)(, |\)\.toBe\()0\)/g)).toBe(
    failing,
  );
});
