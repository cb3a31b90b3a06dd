// `npm test`: every check and test of the repository, fastest failure first.
import { checks, run, runLanes, types } from './steps.mjs';

const tests = [
  ['tests', 'vitest run'],
  ['viewer in a browser, a sample', 'playwright test --grep @sample', 'packages/viewer'],
];

if (!(await runLanes([types], [...checks, ['what only tests use', 'knip --production']]))) process.exit(1);
for (const step of tests) {
  const [what, command] = step;
  console.log(`\n== ${what}: ${command}`);
  const { ok, seconds } = await run(step);
  if (!ok) {
    console.error(`\n${what} failed`);
    process.exit(1);
  }
  console.log(`== ${what}: ok, ${seconds.toFixed(1)} s`);
}
