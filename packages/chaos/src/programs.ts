import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The built program of the scripted suite. */
export const ADAPTER = resolve('@testpoint/chaos/adapter');
/** The program that runs a flush. */
export const FLUSH_PROCESS = resolve('@testpoint/chaos/flush-process');
/** A module that is preloaded into a suite's process to kill its delivery thread. */
export const THREAD_KILLER = resolve('@testpoint/chaos/thread-killer');
/** The program of the suite with very many tests. */
export const LARGE_SUITE = resolve('@testpoint/chaos/large-suite');
/** The program that leaves a session's journal behind. */
export const LEAVE_JOURNAL = resolve('@testpoint/chaos/leave-journal');
/** Suites of the real frameworks. */
export const FIXTURES = join(dirname(resolve('@testpoint/chaos/package.json')), 'fixtures');

/** The path of a framework's command. @param path in its package */
export function commandOf(framework: string, path: string): string {
  return join(dirname(resolve(`${framework}/package.json`)), path);
}
