import { join } from 'node:path';
import { commandOf, FIXTURES } from '../programs.js';

/** A framework's suite in which a test in the middle stubs a built-in and does not restore it. */
export interface StubColumn {
  name: string;
  cwd: string;
  /** Arguments of Node: the suite with our reporter and setup file. */
  args: string[];
  /** Arguments without them, if CHAOS_WITHOUT alone can't leave them out. */
  bareArgs: string[];
  /** With how many kinds of stubs the suite does not end even without us. More mean that the laboratory proves less than before. */
  knownHangs: number;
}

export const STUB_COLUMNS: readonly StubColumn[] = [
  column('playwright', 15, [commandOf('@playwright/test', 'cli.js'), 'test']),
  column('jest', 0, [commandOf('jest', 'bin/jest.js'), '--runInBand', '--no-cache']),
  column('vitest', 6, [commandOf('vitest', 'vitest.mjs'), 'run']),
  column(
    'mocha',
    1,
    [
      commandOf('mocha', 'bin/mocha.js'),
      ...['--reporter', '@testpoint/mocha', '--reporter-option', 'console=./witness.cjs'],
      ...['--require', '@testpoint/mocha/setup', 'suite.cjs'],
    ],
    [commandOf('mocha', 'bin/mocha.js'), '--reporter', './witness.cjs', 'suite.cjs'],
  ),
];

function column(name: string, knownHangs: number, args: string[], bareArgs: string[] = args): StubColumn {
  return { name, cwd: join(FIXTURES, 'stubs', name), args, bareArgs, knownHangs };
}
