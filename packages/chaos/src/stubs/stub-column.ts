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
}

export const STUB_COLUMNS: readonly StubColumn[] = [
  column('playwright', [commandOf('@playwright/test', 'cli.js'), 'test']),
  column('jest', [commandOf('jest', 'bin/jest.js'), '--runInBand', '--no-cache']),
  column('vitest', [commandOf('vitest', 'vitest.mjs'), 'run']),
  column(
    'mocha',
    [
      commandOf('mocha', 'bin/mocha.js'),
      ...['--reporter', '@testpoint/mocha', '--reporter-option', 'console=./witness.cjs'],
      ...['--require', '@testpoint/mocha/setup', 'suite.cjs'],
    ],
    [commandOf('mocha', 'bin/mocha.js'), '--reporter', './witness.cjs', 'suite.cjs'],
  ),
];

function column(name: string, args: string[], bareArgs: string[] = args): StubColumn {
  return { name, cwd: join(FIXTURES, 'stubs', name), args, bareArgs };
}
