import { stripVTControlCharacters } from 'node:util';
import type { RunResult, TestFile, TestFileResult } from '../in-test/jest-types.js';
import { withoutRunnersFrames } from './frames.js';
import { projectOf } from './running-files.js';

/** A failure outside of tests. */
export interface Failure {
  title: string;
  detail?: string;
}

/** The failure of a file that could not be loaded, whose process died, or whose afterAll failed. */
export function fileFailure(
  file: string,
  test: TestFile,
  { testExecError, failureMessage, testResults }: TestFileResult,
): Failure | undefined {
  const project = projectOf(test);
  const name = project === undefined ? file : `[${project}] ${file}`;
  const hasNoTests = testResults.length === 0;
  if (!testExecError && !(hasNoTests && failureMessage)) return undefined;
  // After a failed afterAll, the message may be empty, with everything in the stack.
  const text = testExecError?.stack || testExecError?.message || failureMessage;
  const title = hasNoTests ? `${name} did not finish` : `${name} failed outside its tests`;
  return text ? { title, detail: withoutRunnersFrames(stripVTControlCharacters(text)).trim() } : { title };
}

export function runFailures(result: RunResult | undefined): Failure[] {
  const failures: Failure[] = [];
  const { runExecError, snapshot } = result ?? {};
  if (runExecError) {
    failures.push({ title: 'The run failed', detail: runExecError.stack || runExecError.message || '' });
  }
  if (snapshot?.failure === true && ((snapshot.unchecked ?? 0) > 0 || (snapshot.filesRemoved ?? 0) > 0)) {
    failures.push({ title: 'Obsolete snapshots fail the run' });
  }
  return failures;
}
