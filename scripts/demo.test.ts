import { expect, it } from 'vitest';
import { cleanEnvironment, run } from './processes.mjs';
import { root } from './projects.mjs';

it('in the demo, every example ends well, and each of its calls of the test API has an effect', async () => {
  const { code, output } = await run(process.execPath, ['scripts/demo.mjs'], { cwd: root, env: cleanEnvironment() });
  expect(code, output).toBe(0);
  expect(output).toContain('52 results arrived');
}, 180_000);
