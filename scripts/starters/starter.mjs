import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { labs } from '../../packages/frameworks/dist/labs.js';
import { startServer } from '../../packages/reference-server/dist/index.js';
import { resultsIn } from '../inspection.mjs';
import { outerEnvironment, outputOf, run } from '../processes.mjs';
import {
  makeProject,
  PACKAGE_MANAGER,
  pack,
  packForFiles,
  publicPackages,
  root,
  startInit,
  writeProject,
} from '../projects.mjs';
import { settingsFor } from '../trials.mjs';
import { layouts } from './layouts.mjs';
import { startRegistry } from './registry.mjs';

/** The tests of a starter's suite. */
const TESTS = 2;
const SECRET = 'c3RhcnRlcnMta2V5';

/**
 * The environment in which starters are tried: our packages as files, the package managers, and a reference server.
 * @param {string} work an existing folder
 * @param {{ registry?: boolean }} options whether a registry has our packages, too
 */
export async function openWorkshop(work, { registry } = {}) {
  const packages = join(work, 'packages');
  await packForFiles(packages);
  const { url, close } = await startServer({ port: 0, database: ':memory:', open: true });
  const tools = join(work, 'tools');
  await makeProject(tools, [PACKAGE_MANAGER, '@yarnpkg/cli-dist@4']);
  const published = registry ? await openRegistry(work) : { environment: {}, close() {} };
  const environment = {
    PATH: [join(tools, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    YARN_GLOBAL_FOLDER: join(work, 'yarn'),
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
    ...published.environment,
  };
  return {
    work,
    packages,
    environment: { ...outerEnvironment(), ...environment },
    service: { url, secretKey: SECRET },
    async close() {
      await Promise.all([published.close(), close()]);
    },
  };
}

/** A registry with our packages, and how package managers use it. */
async function openRegistry(work) {
  const packed = join(work, 'packed');
  await pack(root, publicPackages(), packed);
  const options = { cwd: work, shell: true, env: outerEnvironment() };
  const output = await outputOf('npm config get registry --loglevel=error', [], options);
  const registry = await startRegistry(packed, output.trim().split('\n').at(-1) ?? '');
  const environment = {
    npm_config_registry: registry.url,
    // A separate cache, because the user's cache may contain our packages from an earlier build with the same version.
    npm_config_cache: join(work, 'npm-cache'),
    pnpm_config_registry: registry.url,
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
  };
  return { environment, close: () => registry.close() };
}

/**
 * Creates a project according to its framework's guide, installs it, sets it up with `testpoint init --yes`, and runs it
 * once.
 * @param {string} [program] what runs through the framework, if anything
 * @returns what arrived at the reference server, and how long each part took, in seconds
 */
export async function tryStarter({ work, packages, environment, service }, framework, layoutName, program) {
  const layout = layouts[layoutName];
  const { starter, startersOf } = labs[framework];
  const project = program === undefined ? starter(layout) : startersOf[program];
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
  const start = performance.now();
  const { code, output } = await startInit(folder, packages, ['--yes'], { env: environment }).ended;
  const init = { status: code, seconds: (performance.now() - start) / 1000, output };
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

/** One of our packages and what it needs, as dependencies of a project. */
export function dependenciesOn(name, { packages }) {
  const packed = JSON.parse(readFileSync(join(packages, 'packages.json'), 'utf8'));
  return Object.fromEntries(
    [name, ...packed[name].needs].map((one) => [one, `file:${join(packages, packed[one].file)}`]),
  );
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

async function timed(cwd, words, env) {
  const started = performance.now();
  const command = words.map((word) => JSON.stringify(word)).join(' ');
  const { code: status, output } = await run(command, [], { cwd, shell: true, env });
  return { status, seconds: (performance.now() - started) / 1000, output: `$ ${words.join(' ')}\n${output}` };
}
