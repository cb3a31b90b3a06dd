// Runs the test suites of public packages against a strict service, each bare and with our reporter. No result may be missing,
// wrong or extra, and the framework's exit code and JSON report must be those of the bare run. Needs only npm, except for
// the Playwright suite that drives a browser, which needs Chromium (CHROMIUM_PATH).
//
//   node scripts/public-suites.mjs [--only zod,mocha] [--folder /tmp/public]
//
// --only takes names of suites and of frameworks; --folder reuses the installation in that folder.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { frameworks } from '../packages/frameworks/dist/index.js';
import { labs } from '../packages/frameworks/dist/labs.js';
import { npm, pack, root, writeProject } from './projects.mjs';
import { differences, judge } from './public-suites/compare.mjs';
import { conclude, runIn, settingsFor, workFolder } from './trials.mjs';

/** A suite's time, milliseconds. */
const LONGEST = 15 * 60_000;
const secretKey = 'cHVibGljLXN1aXRlcw==';
const { values: options } = parseArgs({ options: { only: { type: 'string' }, folder: { type: 'string' } } });
const only = options.only?.split(',');
const suites = Object.entries(labs).flatMap(([framework, { publicSuites }]) =>
  publicSuites.suites.map((suite) => ({ framework, ...suite })),
);
const chosen = suites.filter(
  ({ name, framework }) => only === undefined || [name, framework].some((one) => only.includes(one)),
);
if (chosen.length === 0)
  throw new Error(`--only ${options.only} matches no suite. Choose from ${suites.map(({ name }) => name).join(', ')}`);

const work = options.folder ?? workFolder('public');
const packed = await pack(root, ['core', ...Object.keys(frameworks)], join(work, 'packed'));
const { startStrictService } = await strictService();

const rows = [];
for (const suite of chosen) {
  console.error(`${suite.name} (${suite.framework}) …`);
  rows.push(await trySuite(suite));
}
conclude(rows);

async function trySuite(suite) {
  const folder = await install(suite, join(work, suite.name), packed);
  const bare = await run(suite, folder, {});
  const again = await run(suite, folder, {});
  const service = await startStrictService({ secretKey });
  const ours = await run(suite, folder, settingsFor({ url: service.url, secretKey }));
  await service.close();
  // From the same run: even if a test is flaky, the service has the framework's outcome.
  const expected = ours.report === undefined ? [] : testsIn(ours.report, suite, folder);
  if (expected.length === 0) throw new Error(`${suite.name} has no results:\n${bare.output}\n${ours.output}`);
  const bodies = service.results.map(({ body }) => body);
  const unstable = differences(bare.report, again.report, []);
  const lists = {
    ...judge(expected, bodies),
    unequal: differences(bare.report, ours.report, unstable),
    violations: service.violations,
  };
  for (const [what, list] of Object.entries(lists)) {
    if (list.length > 0) console.error(`${suite.name}: ${what}: ${list.length}\n  ${list.slice(0, 10).join('\n  ')}`);
  }
  const sameExit = bare.exit === ours.exit;
  const ok = Object.values(lists).every(({ length }) => length === 0) && sameExit;
  if (!ok) console.error(ours.output.slice(-1_500));
  const { missing, wrong, extra, unequal } = lists;
  const report = unequal.length === 0 ? 'equal' : `${unequal.length} values differ`;
  const cells = {
    suite: [suite.source ?? `${suite.name}, of ours`, suite.mode].filter(Boolean).join(' '),
    framework: suite.framework,
    tests: expected.length,
    outcomes: tally(expected),
    missing: missing.length,
    wrong: wrong.length,
    extra: extra.length,
    'exit code': sameExit ? `equal (${bare.exit})` : `${bare.exit} became ${ours.exit}`,
    report: unstable.length === 0 ? report : `${report} (${unstable.length} unstable)`,
  };
  return { ok, cells };
}

/**
 * Installs a suite's package and the dependencies of its tests, and copies the package out of node_modules, where no
 * framework looks for tests.
 * @returns the folder to run in
 */
async function install(suite, folder, packed) {
  const sources = join(folder, 'suite');
  const installed = existsSync(sources);
  if (!installed) writeProject(folder, { 'package.json': '{ "private": true }' });
  await npm(folder, [
    'install',
    '--legacy-peer-deps',
    '--ignore-scripts',
    ...(installed ? [] : [...packageOf(suite), ...(suite.source ? [suite.source] : []), ...(suite.needs ?? [])]),
    packed.core,
    packed[suite.framework],
  ]);
  rmSync(sources, { recursive: true, force: true });
  if (suite.source === undefined) writeProject(sources, { 'package.json': '{ "private": true }' });
  else cpSync(join(folder, 'node_modules', nameOf(suite.source)), sources, { recursive: true });
  // The package's own configuration is for very old versions of the tools.
  for (const entry of readdirSync(sources))
    if (entry.startsWith('.')) rmSync(join(sources, entry), { recursive: true });
  writeProject(sources, suite.files ?? {});
  suite.prepare?.(sources, join(root, 'packages', suite.framework, 'lab'));
  return sources;
}

/**
 * Runs a suite, with our reporter if the settings have a key.
 * @returns how its processes ended, the framework's JSON report, and the whole output
 */
async function run(suite, folder, settings) {
  rmSync(join(folder, '.testpoint'), { recursive: true, force: true });
  if (suite.runs === undefined) return runOnce(suite, folder, settings, []);
  const runs = [];
  for (const args of suite.runs(folder)) runs.push(await runOnce(suite, folder, settings, args));
  return {
    exit: runs.map(({ exit }) => exit).join(' '),
    output: runs.map(({ output }) => output).join(''),
    report: runs.flatMap(({ report = [] }) => report),
  };
}

async function runOnce(suite, folder, settings, further) {
  const { bin, run: runArgs, publicSuites } = labs[suite.framework];
  const { bare, ours, env = () => ({}) } = publicSuites;
  const { dependency, comesWithNode } = frameworks[suite.framework];
  const program = comesWithNode ? bin : join(folder, '../node_modules', dependency, bin);
  const file = join(folder, '..', 'report.json');
  rmSync(file, { force: true });
  const withReporter = settings.TMS_SECRET_KEY !== undefined;
  const args = [program, ...runArgs, ...(withReporter ? ours : bare)(file), ...(suite.args ?? []), ...further];
  const variables = { CI: '1', ...env(file), ...suite.env, ...settings };
  const limit = { timeout: LONGEST, killSignal: 'SIGKILL' };
  const { code, signal, output } = await runIn(folder, process.execPath, args, variables, limit);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return { exit: signal ?? code, output, report };
}

/** @param source a package with its version */
function nameOf(source) {
  return source.slice(0, source.lastIndexOf('@'));
}

/** What comes with Node needs no package. */
function packageOf({ framework }) {
  const { dependency, comesWithNode } = frameworks[framework];
  return comesWithNode ? [] : [`${dependency}@${labs[framework].publicSuites.version}`];
}

/** For each test of the framework's report, our id (derived from the report alone), its outcome and its error. */
function testsIn(report, { framework }, folder) {
  const seen = new Map();
  return labs[framework].tests(report).map(({ file, project, titles, isJoined, outcome, error }) => {
    const path = `${project ? `[${project}] ` : ''}${relative(folder, resolve(folder, file)).split(sep).join('/')}`;
    // Ids without separators are compared in words.
    const id = [path, ...titles].join(isJoined ? ' ' : ' > ');
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    // Numbers duplicates in the order of the report, which is declaration order within a file.
    return { id: count === 1 ? id : `${id} (${count})`, words: isJoined, outcome, error };
  });
}

function tally(expected) {
  const counts = new Map();
  for (const { outcome } of expected) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}

/** The strict service is TypeScript, loaded with jiti, which core needs for configuration files. */
function strictService() {
  const { createJiti } = createRequire(join(root, 'packages/core/package.json'))('jiti');
  return createJiti(import.meta.url).import(join(root, 'packages/core/test/strict-service.ts'));
}
