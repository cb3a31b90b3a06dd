import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The built program of the scripted suite. */
export const ADAPTER = resolve('@testpoint/chaos/adapter');
/** The program that runs a flush. */
export const FLUSH_PROCESS = resolve('@testpoint/chaos/flush-process');
/** A module that is preloaded into a suite's process to kill its delivery thread. */
export const THREAD_KILLER = resolve('@testpoint/chaos/thread-killer');
/** The program that leaves a session's journal behind. */
export const LEAVE_JOURNAL = resolve('@testpoint/chaos/leave-journal');
/** Suites of the real frameworks. */
export const FIXTURES = join(dirname(resolve('@testpoint/chaos/package.json')), 'fixtures');

/** Arguments of Node that start a framework. */
export const COMMANDS = {
  playwright: [inPackage('@playwright/test', 'cli.js'), 'test'],
  jest: [inPackage('jest', 'bin/jest.js')],
  vitest: [inPackage('vitest', 'vitest.mjs'), 'run'],
  mocha: [inPackage('mocha', 'bin/mocha.js')],
};

/** How Mocha, which has only one reporter, runs a suite with our reporter in front of a witness, and with the witness alone. */
export const MOCHA_SUITE = {
  args: [
    ...[...COMMANDS.mocha, '--reporter', '@testpoint/mocha', '--reporter-option', 'console=./witness.cjs'],
    ...['--require', '@testpoint/mocha/setup', 'suite.cjs'],
  ],
  bareArgs: [...COMMANDS.mocha, '--reporter', './witness.cjs', 'suite.cjs'],
};

function inPackage(name: string, path: string): string {
  return join(dirname(resolve(`${name}/package.json`)), path);
}
