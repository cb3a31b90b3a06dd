// Installs and builds what the other commands need, when it is missing or out of date. Needs Node and npm only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stateFile = join(root, '.set-up.json');
const packageManager = 'pnpm@12.21.0';

const before = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {};
const state = {
  install: digest(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]),
  build: digest([
    'tsdown.config.ts',
    'scripts/captured-node-modules.ts',
    'tsconfig.json',
    'packages/viewer/vite.config.ts',
    'packages/viewer/bundling/pages.ts',
    ...manifests(),
    ...sources(),
  ]),
};

if (state.install !== before.install || !existsSync(join(root, 'node_modules'))) {
  run('Installing dependencies', `npx --yes ${packageManager} install --frozen-lockfile`);
}
if (state.build !== before.build || state.install !== before.install || !existsSync(join(root, 'packages/core/dist'))) {
  // Jest's is called so because Jest leaves frames of "jest/build" out of its stacks; no other folder of that name is an output.
  for (const output of [...built().map((folder) => join(folder, 'dist')), 'packages/jest/build']) {
    rmSync(join(root, output), { recursive: true, force: true });
  }
  run('Building the packages', 'npm run --silent build');
  if (state.install !== before.install) {
    // The packages' commands can be linked only now that the build has written them.
    run('Linking the commands', `npx --yes ${packageManager} install --frozen-lockfile --offline`);
  }
}
writeFileSync(stateFile, JSON.stringify(state));

function run(what, command) {
  console.error(`${what} …`);
  const { status, stdout, stderr } = spawnSync(command, { cwd: root, shell: true, encoding: 'utf8' });
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}\n${what} failed: ${command}`);
    process.exit(status ?? 1);
  }
}

function manifests() {
  return [
    'package.json',
    'bench/package.json',
    ...['packages', 'examples'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
    ),
  ];
}

function built() {
  return [...readdirSync(join(root, 'packages')).map((name) => join('packages', name)), 'bench'];
}

function sources() {
  return built().flatMap((name) => {
    const folder = join(name, 'src');
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  });
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const path = join(root, file);
    hash
      .update(`${file}\0`)
      .update(existsSync(path) ? readFileSync(path) : '')
      .update('\0');
  }
  return hash.digest('hex');
}
