import type { Suite } from '../scenario/scenario.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import type { ScriptedTest } from '../suite/script.js';

/** The suite of the matrix's first column: some of everything, paced so that delivery runs beside it. */
export function matrixSuite(): Suite {
  return scriptedSuite({
    name: 'matrix',
    tests: Array.from({ length: TESTS }, (_, number) => test(number)),
    ending: 'close',
    exitCode: 1,
    threadDiesBefore: [],
    handlesSignals: true,
  });
}

const TESTS = 20;

function test(number: number): ScriptedTest {
  return {
    status: number % 5 === 4 ? 'failed' : number % 7 === 6 ? 'skipped' : 'passed',
    attempts: number % 6 === 3 ? 2 : 1,
    duration: 8,
    isBusy: number % 4 === 1,
    attachments: number % 4 === 2 ? [{ from: 'owned-file', bytes: 2_000, content: number }] : [],
  };
}
