import { stripVTControlCharacters } from 'node:util';
import type { RunResult, TestFileResult } from '../in-test/jest-types.js';
import { withoutRunnersFrames } from './frames.js';
import * as say from './messages.js';

/** A failure outside of tests. */
export interface Failure {
  title: string;
  detail?: string;
}

const EMPTY = /must contain at least one test/;
/** How jest-worker, and the pool of other runners, begin to say that a process or thread has ended too early. */
const DEATH = /^(?:a )?(?:jest )?worker |^call retries were exceeded/i;

/**
 * The failure of a file that could not be loaded, whose process died, or in which something else than a test failed.
 * @param isLoaded whether any of its tests are known
 */
export function fileFailure(
  file: string,
  project: string | undefined,
  { testExecError, failureMessage, numFailingTests, testResults }: TestFileResult,
  isLoaded: boolean,
): Failure | undefined {
  const name = project === undefined ? file : `[${project}] ${file}`;
  const hasNoTests = testResults.length === 0;
  const isRed = hasNoTests
    ? failureMessage
    : numFailingTests > 0 && testResults.every(({ status }) => status !== 'failed');
  if (!testExecError && !isRed) return undefined;
  // After a failed afterAll, the message may be empty, with everything in the stack.
  const text = testExecError?.stack || testExecError?.message || failureMessage;
  const title = hasNoTests ? whyNoTests(name, testExecError?.message, isLoaded) : say.failedOutsideTests(name);
  return text ? { title, detail: withoutRunnersFrames(stripVTControlCharacters(text)).trim() } : { title };
}

function whyNoTests(file: string, message = '', isLoaded: boolean): string {
  if (isLoaded || DEATH.test(message)) return say.didNotFinish(file);
  return EMPTY.test(message) ? say.hasNoTests(file) : say.notLoaded(file);
}

/** @param exitCodeBefore `process.exitCode` before the first test */
export function runFailures(result: RunResult | undefined, exitCodeBefore: unknown): Failure[] {
  const failures: Failure[] = [];
  const { runExecError, snapshot } = result ?? {};
  if (runExecError) {
    failures.push({ title: say.runFailed, detail: runExecError.stack || runExecError.message || '' });
  }
  if (snapshot?.failure === true && ((snapshot.unchecked ?? 0) > 0 || (snapshot.filesRemoved ?? 0) > 0)) {
    failures.push({ title: say.obsoleteSnapshots });
  }
  const { exitCode } = process;
  if (exitCode !== exitCodeBefore && Number(exitCode ?? 0) !== 0) {
    failures.push({ title: say.exitCodeSet(String(exitCode)), detail: say.whoSetsExitCode });
  }
  return failures;
}
