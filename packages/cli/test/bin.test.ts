import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgram } from '../src/program.js';
import { ended, Workplace } from './harness.js';

/** One call of each command, what it prints, and its exit code. */
const CALLS: Record<string, [args: string[], printed: RegExp, code: number]> = {
  init: [['--yes'], /There is no package\.json/, 2],
  flush: [[], /Nothing to deliver/, 0],
  import: [['junit.xml'], /junit\.xml \(JUnit XML\): 1 result/, 0],
  run: [['list'], /^RUN +STATUS/, 0],
  report: [['testpoint-report', '--out', 'report'], /^file:.*report\/index\.html$/m, 0],
  summary: [['report'], /2 passed/, 0],
  gate: [['report', '--min-tests', '9'], /✗ minTests/, 1],
  known: [['list'], /testpoint\.known\.json names no failures/, 0],
  export: [['report', '--format', 'csv', '--out', '-'], /suite\.test\.mjs > suite > test 1/, 0],
  doctor: [[], /✓ credentials +accepted/, 0],
  catalog: [[], /suite\.test\.mjs > suite > test 2/, 0],
};
/** Their own tests start them as processes, too. */
const ELSEWHERE = ['serve', 'exec', 'open'];

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  place.write('junit.xml', '<testsuite name="a"><testcase name="b"/></testsuite>');
  await place.suite(['2', 'close'], { TMS_REPORT: '1' });
});
afterAll(() => place.close());

test('every command has a call here', () => {
  const names = createProgram().commands.map((command) => command.name());
  expect([...Object.keys(CALLS), ...ELSEWHERE].toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(CALLS))('testpoint %s, in a process of its own', async (name, [args, printed, code]) => {
  const end = await ended(place.start([name, ...args]));
  expect(end.output).toMatch(printed);
  expect(end.code).toBe(code);
});
