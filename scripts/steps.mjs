// Steps of `npm run check` and `npm test`, and how to run one.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Steps that need no build, fastest failure first: a description, the command, its folder. */
export const checks = [
  ['format and lint', 'biome ci .'],
  ['types', `tsc --project tsconfig.json ${remembering('packages')}`],
  ['types of the viewer', `tsc --project packages/viewer/tsconfig.json ${remembering('viewer')}`],
  ['import rules', 'depcruise --config scripts/import-rules.mjs packages'],
  ['unused exports and dependencies', 'knip --no-config-hints'],
];

/** The next run of the compiler checks only changed files and their dependents. */
function remembering(name) {
  return `--incremental --tsBuildInfoFile node_modules/.cache/testpoint/${name}.tsbuildinfo`;
}

/**
 * Runs a step.
 *
 * @param collect keep its output instead of passing it on, for steps that run in parallel
 * @returns whether it succeeded, its output, and the seconds it took
 */
export function run([, command, folder = '.'], collect = false) {
  const started = performance.now();
  const child = spawn(`npx --no-install ${command}`, {
    cwd: join(root, folder),
    shell: true,
    stdio: ['ignore', collect ? 'pipe' : 'inherit', collect ? 'pipe' : 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('close', (status) => {
      resolve({ ok: status === 0, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}
