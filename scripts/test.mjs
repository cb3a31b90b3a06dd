// `npm test`: every check and test of the repository, fastest failure first. With --long (`npm run test:long`), slow tests run
// in full, not only a sample of them.
import { checks, run, runLanes } from './steps.mjs';

if (process.argv.includes('--long')) process.env.TESTPOINT_LONG = '1';

// Checks need no build.
const build = [
  'build, browser and database',
  'node scripts/set-up.mjs && node scripts/browser.mjs && node scripts/postgresql.mjs',
];
const tests = ['tests', 'vitest run'];
// Beside the others, which often wait for processes. What it prints comes after theirs.
const viewer = ['viewer in a browser, a sample', 'playwright test --grep @sample --workers 1', 'packages/viewer'];

if (!(await runLanes([build], ...checks))) process.exit(1);
const steps = [tests, viewer].map((step) => ({ step, ended: run(step, step === viewer) }));
for (const { step, ended } of steps) {
  const [what, command] = step;
  console.log(`\n== ${what}: ${command}`);
  const { ok, output, seconds } = await ended;
  process.stdout.write(output);
  console.log(`== ${what}: ${ok ? 'ok' : 'failed'}, ${seconds.toFixed(1)} s`);
  if (!ok) process.exitCode = 1;
}
