import type { Column } from '../scenario/run-scenarios.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import type { ScriptedTest } from '../suite/script.js';

/** Number of the suite's tests. */
const TESTS = 20;

export const SCRIPTED = 'scripted';

/** The first column: some of everything, slow enough that delivery runs at the same time. */
export const SCRIPTED_COLUMN: Column = {
  name: SCRIPTED,
  suite: scriptedSuite({
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
