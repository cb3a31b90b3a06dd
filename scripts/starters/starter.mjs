import { existsSync, mkdtempSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { labs } from '../../packages/frameworks/dist/labs.js';
import { startServer } from '../../packages/reference-server/dist/index.js';
import { resultsIn } from '../inspection.mjs';
import { outerEnvironment, outputOf, run } from '../processes.mjs';
import { makeProject, PACKAGE_MANAGER, pack, publicPackages, root, writeProject } from '../projects.mjs';
import { settingsFor } from '../trials.mjs';
import { layouts } from './layouts.mjs';
import { startRegistry } from './registry.mjs';

/** The tests of a starter's suite. */
const TESTS = 2;
const SECRET = 'c3RhcnRlcnMta2V5';
/** How each package manager runs a command of a package that is not installed. */
const RUNNERS = { npm: ['npx', '--yes'], pnpm: ['pnpm', 'dlx'], yarn: ['yarn', 'dlx', '--quiet'] };

/**
 * The environment in which starters are tried: a registry with the packages of this repository, the package managers, and a
 * reference server.
 * @param {string} work an existing folder
 */
export async function openWorkshop(work) {
  const packed = join(work, 'packed');
  const tarballs = await pack(root, publicPackages(), packed);
  const registry = await startRegistry(packed, await registryOf(work));
  const { url, close } = await startServer({ port: 0, database: ':memory:', open: true });
  const tools = join(work, 'tools');
  await makeProject(tools, [PACKAGE_MANAGER, '@yarnpkg/cli-dist@4']);
  const environment = {
    PATH: [join(tools, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    npm_config_registry: registry.url,
    // A separate cache, because the user's cache may contain our packages from an earlier build with the same version.
    npm_config_cache: join(work, 'npm-cache'),
    pnpm_config_registry: registry.url,
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_GLOBAL_FOLDER: join(work, 'yarn'),
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
  };
  return {
    work,
    tarballs,
    environment,
    service: { url, secretKey: SECRET },
    async close() {
      await Promise.all([registry.close(), close()]);
    },
  };
}

/**
 * Creates a project according to its framework's guide, installs it, sets it up with `testpoint init --yes`, and runs it
 * once.
 * @returns what arrived at the reference server, and how long each part took, in seconds
 */
export async function tryStarter({ work, environment, service }, framework, layoutName) {
  const layout = layouts[layoutName];
  const project = labs[framework].starter(layout);
  const manifest = {
    name: 'starter',
    private: true,
    ...(layout.typescript === 'esm' && { type: 'module' }),
    scripts: { test: project.test },
    devDependencies: project.devDependencies,
  };
  const files = { 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, ...layout.files, ...project.files };
  const folder = mkdtempSync(join(work, `${framework}-`));
  writeProject(folder, files);
  const { manager } = layout;
  const installed = await timed(folder, [manager, 'install'], environment);
  const init = await timed(folder, [...RUNNERS[manager], 'testpoint', 'init', '--yes'], environment);
  const runId = crypto.randomUUID();
  const tested = await timed(folder, [manager, 'run', 'test'], { ...environment, ...settingsFor(service, runId) });
  const results = await resultsIn(service, runId);
  const isRight = results.length === TESTS && results.every(({ outcome }) => outcome === 'Passed');
  const hasReport = existsSync(join(folder, 'testpoint-report', 'index.html'));
  return {
    framework,
    layout: layoutName,
    seconds: { install: installed.seconds, init: init.seconds, run: tested.seconds },
    delivered: results.length,
    hasReport,
    ok: init.status === 0 && tested.status === 0 && isRight && hasReport,
    output: [installed, init, tested].map((step) => step.output).join('\n'),
    folder,
  };
}

/**
 * Installs a project and runs its tests with settings for reporting, without `testpoint init`.
 * @returns the exit code of its script `test`, and its output
 */
export async function runProject({ work, environment, service }, name, files) {
  const folder = mkdtempSync(join(work, `${name}-`));
  writeProject(folder, files);
  const installed = await timed(folder, ['npm', 'install', '--legacy-peer-deps'], environment);
  if (installed.status !== 0) throw new Error(installed.output);
  const env = { ...environment, ...settingsFor(service) };
  const { status, output } = await timed(folder, ['npm', 'run', 'test'], env);
  return { status, output };
}

async function timed(cwd, words, environment) {
  const started = performance.now();
  const command = words.map((word) => JSON.stringify(word)).join(' ');
  const env = { ...outerEnvironment(), ...environment };
  const { code: status, output } = await run(command, [], { cwd, shell: true, env });
  return { status, seconds: (performance.now() - started) / 1000, output: `$ ${words.join(' ')}\n${output}` };
}

async function registryOf(cwd) {
  const options = { cwd, shell: true, env: outerEnvironment() };
  const output = await outputOf('npm config get registry --loglevel=error', [], options);
  return output.trim().split('\n').at(-1) ?? '';
}
