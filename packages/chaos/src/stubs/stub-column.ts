import { join } from 'node:path';
import { COMMANDS, FIXTURES, MOCHA_SUITE } from '../programs.js';

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
  column('playwright', 15, COMMANDS.playwright),
  column('jest', 0, [...COMMANDS.jest, '--runInBand', '--no-cache']),
  column('vitest', 6, COMMANDS.vitest),
  column('mocha', 1, MOCHA_SUITE.args, MOCHA_SUITE.bareArgs),
];

function column(name: string, knownHangs: number, args: string[], bareArgs: string[] = args): StubColumn {
  return { name, cwd: join(FIXTURES, 'stubs', name), args, bareArgs, knownHangs };
}
