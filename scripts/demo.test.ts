import { expect, it } from 'vitest';
import { IS_LONG } from './is-long.js';
import { cleanEnvironment, run } from './processes.mjs';
import { root } from './projects.mjs';

/** `npm test` takes those that start quickly. */
const [NAMES, COUNT] = IS_LONG ? [[], 52] : [['mocha', 'jest', 'cucumber', 'node-test'], 31];

it('in the demo, every example ends well, and each of its calls of the test API has an effect', async () => {
  const options = { cwd: root, env: cleanEnvironment() };
  const { code, output } = await run(process.execPath, ['scripts/demo.mjs', ...NAMES], options);
  expect(code, output).toBe(0);
  expect(output).toContain(`${COUNT} results arrived`);
}, 180_000);
