// Installs and builds what the other commands need, if it is missing or out of date. Needs only Node and npm.
//
//   node scripts/set-up.mjs [--only-install]
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { frameworkPackages, PACKAGE_MANAGER, root } from './projects.mjs';
import { run as runStep } from './steps.mjs';
import { folders, withDependents } from './workspace.mjs';

const stateFile = join(root, '.set-up.json');

/** Packages of which others hold a copy: built into them, or as pages. */
const EVERYWHERE = ['packages/frameworks', 'packages/interface', 'packages/viewer'];

/** The inputs of every build. */
const BUILD_FILES = [
  'tsdown.config.ts',
  'scripts/build-plugins.ts',
  'tsconfig.json',
  'tsconfig.types.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  ...frameworkPackages().map((name) => `packages/${name}/entries.mjs`),
  ...manifests(),
];

const before = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {};
const state = {
  install: digest(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]),
  build: digest([
    ...BUILD_FILES,
    'packages/viewer/vite.config.ts',
    'packages/viewer/vite.server.config.ts',
    'packages/viewer/bundling/pages.ts',
    ...EVERYWHERE.flatMap((folder) => sources(folder)),
    // The package "frameworks" holds all laboratories.
    ...folders.flatMap((folder) => sources(folder, ['lab'])),
  ]),
  parts: Object.fromEntries(folders.map((folder) => [folder, digest(sources(folder))])),
};
const onlyInstall = process.argv.includes('--only-install');

if (state.install !== before.install || !existsSync(join(root, 'node_modules'))) {
  reserveCommands();
  await run('Installing dependencies', `npx --yes ${PACKAGE_MANAGER} install --frozen-lockfile`);
}
if (onlyInstall) {
  state.build = before.build;
  state.parts = before.parts;
} else {
  await build();
}
writeFileSync(stateFile, JSON.stringify(state));

/** Builds everything if something has changed that many packages hold; else the changed packages and those that depend on them. */
async function build() {
  const all = state.build !== before.build || !existsSync(join(root, 'packages/core/dist'));
  const changed = folders.filter((folder) => state.parts[folder] !== before.parts?.[folder]);
  const stale = all ? folders : withDependents(changed).filter((folder) => !EVERYWHERE.includes(folder));
  // If the build fails, the next one starts from nothing.
  if (stale.length > 0) rmSync(stateFile, { force: true });
  // One package's output is in "build": its framework removes frames of such a folder from stacks.
  for (const folder of stale) {
    for (const output of ['dist', 'build']) rmSync(join(root, folder, output), { recursive: true, force: true });
  }
  if (all) {
    await run('Building the packages', 'npm run --silent build');
  } else if (stale.length > 0) {
    const filters = stale.map((folder) => `--filter ${basename(folder)}`).join(' ');
    const tsdown = 'npx --no-install tsdown --config tsdown.config.ts --config-loader unrun';
    await run(`Building ${stale.join(', ')}`, `${tsdown} ${filters}`);
  }
}

/** A command is linked by the installation, before a build has written it, only if there is a file. */
function reserveCommands() {
  for (const manifest of manifests()) {
    const { bin = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
    for (const file of Object.values(bin).map((path) => join(root, dirname(manifest), path))) {
      if (existsSync(file)) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '#!/usr/bin/env node\n');
    }
  }
}

async function run(what, command) {
  console.error(`${what} …`);
  const { ok, output } = await runStep([what, command], true);
  if (ok) return;
  console.error(`${output}\n${what} failed: ${command}`);
  process.exit(1);
}

function manifests() {
  return [
    'package.json',
    'bench/package.json',
    ...['packages', 'examples'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
    ),
  ].filter((manifest) => existsSync(join(root, manifest)));
}

function sources(folder, parts = ['src', 'lab']) {
  return parts
    .map((name) => join(root, folder, name))
    .flatMap((path) => (existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : []))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const path = join(root, file);
    hash.update(`${file}\0${existsSync(path) ? readFileSync(path, 'utf8') : ''}\0`);
  }
  return hash.digest('hex');
}
