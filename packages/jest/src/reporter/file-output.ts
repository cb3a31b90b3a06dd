import { Printed, type Session } from '@testpoint/core/adapter';
import type { TestFileResult } from '../in-test/jest-types.js';
import type { FileRecord } from './translate.js';

/**
 * Adds the console output of a whole file, which is all that Jest provides, to its first failed test. If all output is kept
 * and no test failed, adds it to the first test that ran.
 */
export function withFileOutput(
  tests: readonly FileRecord[],
  { console: entries }: TestFileResult,
  file: string,
  session: Session,
): readonly FileRecord[] {
  if (!session.keepsOutput || !entries || entries.length === 0) return tests;
  const ran = tests.filter(({ record }) => record.attempts.length > 0);
  const test = ran.find(({ record }) => record.status === 'failed') ?? ran[0];
  const attempt = test?.record.attempts.at(-1);
  if (test === undefined || attempt === undefined) return tests;
  const printed = new Printed();
  for (const { message } of entries) printed.add(`${message}\n`);
  const output = session.output(printed, attempt.status, `printed by all tests of ${file}`);
  if (output === undefined) return tests;
  const attempts = test.record.attempts.with(-1, { ...attempt, attachments: [...attempt.attachments, output] });
  return tests.map((one) => (one === test ? { ...test, record: { ...test.record, attempts } } : one));
}
