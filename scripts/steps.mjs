// Steps of the checks, shared by `npm run check` and `npm test`, and how one is run.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Steps that need no build, in the order in which they fail fastest: what it checks, the command, its folder. */
export const checks = [
  ['format and lint', 'biome ci .'],
  ['types', `tsc --project tsconfig.json ${remembering('packages')}`],
  ['types of the viewer', `tsc --project packages/viewer/tsconfig.json ${remembering('viewer')}`],
  ['import rules', 'depcruise --config scripts/import-rules.mjs packages'],
];

/** The next run of the compiler looks only at what has changed, and at what depends on it. */
function remembering(name) {
  return `--incremental --tsBuildInfoFile node_modules/.cache/testpoint/${name}.tsbuildinfo`;
}

/**
 * Runs a step.
 *
 * @param collect keeps its output instead of passing it on, for steps that run side by side
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
