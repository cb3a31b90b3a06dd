// Every check and test of the repository, in the order in which they fail fastest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  ['format and lint', 'biome ci .'],
  ['types', 'tsc --project tsconfig.json'],
  ['import rules', 'depcruise --config scripts/import-rules.mjs packages'],
  ['unused exports and dependencies', 'knip'],
  ['tests', 'vitest run'],
];

for (const [what, command] of steps) {
  const started = performance.now();
  console.log(`\n== ${what}: ${command}`);
  const { status } = spawnSync(`npx --no-install ${command}`, { cwd: root, shell: true, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n${what} failed`);
    process.exit(status ?? 1);
  }
  console.log(`== ${what}: ok, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
