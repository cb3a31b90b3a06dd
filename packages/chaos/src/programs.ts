import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FrameworkName, frameworks } from '@testpoint/frameworks';
import { labs } from '@testpoint/frameworks/labs';

const { resolve } = createRequire(import.meta.url);

/** The built program of the scripted suite. */
export const ADAPTER = resolve('@testpoint/chaos/adapter');
/** The program that runs a flush. */
export const FLUSH_PROCESS = resolve('@testpoint/chaos/flush-process');
/** A module that is preloaded into a suite's process to kill its delivery thread. */
export const THREAD_KILLER = resolve('@testpoint/chaos/thread-killer');
/** The program that leaves a session's journal behind. */
export const LEAVE_JOURNAL = resolve('@testpoint/chaos/leave-journal');
/** What the suites of all frameworks share. */
export const FIXTURES = join(dirname(resolve('@testpoint/chaos/package.json')), 'fixtures');
const PACKAGES = join(FIXTURES, '../..');

export const FRAMEWORK_NAMES = Object.keys(labs) as FrameworkName[];

/** The folder of a framework's suite. */
export function suiteFolder(framework: FrameworkName, suite: 'faults' | 'stubs' | 'unchanged'): string {
  return join(PACKAGES, framework, 'lab/fixtures', suite);
}

/** Arguments of Node that start a framework. */
export function command(framework: FrameworkName, args: readonly string[] = []): string[] {
  const { resolve } = createRequire(join(PACKAGES, framework, 'package.json'));
  const { dependency, comesWithNode } = frameworks[framework];
  const { bin, run } = labs[framework];
  if (comesWithNode) return [bin, ...run, ...args];
  const folder = dirname(resolve(`${dependency}/package.json`));
  return [join(folder, bin), ...run, ...args];
}
