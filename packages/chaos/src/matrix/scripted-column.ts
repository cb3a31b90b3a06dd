import { SCRIPTED } from '../scenario/run-seeds.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import { type ScriptedTest, UNDISTURBED } from '../suite/script.js';
import type { Column } from './column.js';

/** Number of the suite's tests. */
const TESTS = 20;

/** The first column: some of everything, slow enough that delivery runs at the same time. */
export const SCRIPTED_COLUMN: Column = {
  name: SCRIPTED,
  suite: scriptedSuite({
    ...UNDISTURBED,
    name: 'matrix',
    tests: Array.from({ length: TESTS }, (_, number) => test(number)),
    exitCode: 1,
    handlesSignals: true,
  }),
};

function test(number: number): ScriptedTest {
  return {
    status: number % 5 === 4 ? 'failed' : number % 7 === 6 ? 'skipped' : 'passed',
    attempts: number % 6 === 3 ? 2 : 1,
    duration: 8,
    isBusy: number % 4 === 1,
    attachments: number % 4 === 2 ? [{ from: 'owned-file', bytes: 2_000, content: number }] : [],
  };
}
