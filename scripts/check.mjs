// Every check and test of the repository, in the order in which they fail fastest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  ['format and lint', 'biome ci .'],
  ['types', 'tsc --project tsconfig.json'],
  ['types of the viewer', 'tsc --project packages/viewer/tsconfig.json'],
  ['import rules', 'depcruise --config scripts/import-rules.mjs packages'],
  ['unused exports and dependencies', 'knip'],
  ['what only tests use', 'knip --production'],
  ['tests', 'vitest run'],
  ['viewer in a browser, a sample', 'playwright test --grep @sample', 'packages/viewer'],
];

for (const [what, command, folder = '.'] of steps) {
  const started = performance.now();
  console.log(`\n== ${what}: ${command}`);
  const { status } = spawnSync(`npx --no-install ${command}`, {
    cwd: join(root, folder),
    shell: true,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`\n${what} failed`);
    process.exit(status ?? 1);
  }
  console.log(`== ${what}: ok, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
