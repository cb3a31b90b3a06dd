// `npm run check`: everything that can be checked from source, without a build. The unit tests run alongside the rest.
import { checks, run } from './steps.mjs';

const unitTests = ['unit tests', 'vitest run --project unit --reporter=dot'];
const failed = [];

async function check(step) {
  const [what, command] = step;
  const { ok, output, seconds } = await run(step, true);
  console.log(`${ok ? '✓' : '✗'} ${what}: ${command} (${seconds.toFixed(1)} s)`);
  if (!ok) failed.push(output);
}

await Promise.all([
  check(unitTests),
  (async () => {
    for (const step of checks) await check(step);
  })(),
]);
for (const output of failed) console.error(`\n${output.trimEnd()}`);
process.exitCode = failed.length === 0 ? 0 : 1;
