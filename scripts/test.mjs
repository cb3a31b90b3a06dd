// `npm test`: every check and test of the repository, fastest failure first. With --long (`npm run test:long`), slow tests run
// in full, not only a sample of them.
import { checks, productionExports, run, runLanes, types } from './steps.mjs';

if (process.argv.includes('--long')) process.env.TESTPOINT_LONG = '1';

const tests = [
  ['tests', 'vitest run'],
  ['viewer in a browser, a sample', 'playwright test --grep @sample', 'packages/viewer'],
];

if (!(await runLanes([types], [...checks, productionExports]))) process.exit(1);
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
