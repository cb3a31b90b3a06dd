import { expect, it } from 'vitest';
import { Suite } from './scripted-suite.js';

const NOWHERE = 'http://127.0.0.1:9';
const PROBLEM = '  testRunId (reporter options): "run 7" is not a GUID.';

it.each(['close', 'exit'] as const)(
  'wrong settings are reported at the start and again at the end (%s)',
  async (ending) => {
    const { code, errorOutput } = await new Suite().run(NOWHERE, { tests: 1, ending, options: { testRunId: 'run 7' } });
    expect(code).toBe(ending === 'exit' ? 3 : 0);
    expect(errorOutput.split(PROBLEM)).toHaveLength(3);
    expect(errorOutput).toMatch(
      /^Testpoint: not reporting, the settings are wrong\n[\s\S]*\n\nTestpoint {2}nothing was reported/,
    );
  },
);

it.each([
  ['close', 1],
  ['exit', 3],
] as const)("wrong settings fail a run if onUndelivered is 'fail' (%s)", async (ending, expected) => {
  const options = { testRunId: 'run 7', onUndelivered: 'fail' };
  const { code, errorOutput } = await new Suite().run(NOWHERE, { tests: 1, ending, options });
  expect(code).toBe(expected);
  expect(errorOutput).toContain("That fails the run (onUndelivered: 'fail')");
});
