// Runs one small suite against the reference server, with every supported version of each framework on every supported
// Node, the server's Node included. The suite is installed the way users install it and set up by `testpoint init`. Prints
// a table, and writes a complete one to docs/compatibility.md.
//
//   node scripts/matrix.mjs [--only playwright,jest] [--node 20,22] [--newest]
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { frameworks } from '../packages/frameworks/dist/index.js';
import { FolderSource, readRun, rerunCommands } from '../packages/report/dist/index.js';
import { resultsIn } from './inspection.mjs';
import { expected, suites } from './matrix/suites.mjs';
import { outputOf, start } from './processes.mjs';
import { makeProject, pack, root } from './projects.mjs';
import { conclude, runIn, settingsFor, workFolder } from './trials.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, node: { type: 'string' }, newest: { type: 'boolean' } },
});
const CLI = 'node_modules/testpoint/dist/bin.js';
const nodes = (options.node ?? '20,22,24,26').split(',');
const columns = Object.keys(suites).filter((name) => options.only?.split(',').includes(name) ?? true);
const work = workFolder('matrix');
const packages = [...new Set(['core', 'report', 'cli', ...columns.map(reporterOf)])];
const packed = await pack(root, packages, join(work, 'packed'));
const binaries = {};
const servers = {};
for (const node of nodes) {
  binaries[node] = await nodeBinary(node);
  servers[node] = await startServer(binaries[node]);
}

const rows = [];
for (const framework of columns) {
  const { versions } = suites[framework];
  for (const version of options.newest ? versions.slice(-1) : versions) {
    const folder = await install(framework, version);
    const configurations = await setUp(framework, folder);
    for (const node of nodes) rows.push(await tryCell(framework, version, node, folder, configurations));
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const { child } of Object.values(servers)) child.kill();
const isWhole = !options.newest && options.only === undefined && options.node === undefined;
conclude(rows, isWhole ? { file: 'compatibility.md', text: introduction() } : undefined);

function introduction() {
  return `# Compatibility

Written by \`npm run test:matrix\`. Each row is one small suite, installed from packed packages. Its results are compared
at the reference server, which runs on the same Node, and its exit code with a run without the reporter. *rerun* says whether the report’s command for the failed
test runs exactly that one. Node 20 can’t find a test by the titles above it, so that its command runs the whole file.
`;
}

async function tryCell(framework, version, node, folder, configurations) {
  const { version: Node } = binaries[node];
  const cell = { framework, version: comesWithNode(framework) ? Node : installedVersion(framework, folder), Node };
  const needed = suites[framework].needs?.[version];
  if (needed > Number(node)) {
    const untried = { results: '—', 'step tree': '—', 'exit code': '—', rerun: '—', notice: `needs Node ${needed}` };
    return { ok: true, cells: { ...cell, ...untried } };
  }
  const { service } = servers[node];
  const env = { ...settingsFor(service), TMS_REPORT: join(folder, 'report') };
  writeFileSync(configurations.path, configurations.before);
  const without = await runSuite(framework, folder, node, {});
  writeFileSync(configurations.path, configurations.after);
  const withReporter = await runSuite(framework, folder, node, env);
  const results = await resultsIn(service, env.TMS_TEST_RUN_ID);
  const rerun = await rerunFailed(framework, folder, node, env);
  const doctor = await runIn(folder, binaries[node].path, [join(folder, CLI), 'doctor'], env);
  const outcomesOf = (title) =>
    results.filter(({ autoTestExternalId: id }) => id.endsWith(` > ${title}`)).map(({ outcome }) => outcome);
  const wrong = Object.keys(expected).filter((title) => outcomesOf(title).join() !== expected[title]);
  const isRight = wrong.length === 0 && results.length === Object.keys(expected).length;
  const stepped = results.find(({ autoTestExternalId: id }) => id.endsWith('passes with steps'));
  // In some frameworks, a test's body is itself a step.
  const isNested = ({ title, stepResults }) =>
    title === 'outer' ? stepResults?.[0]?.title === 'inner' : stepResults?.some(isNested);
  const hasTree = stepped?.body.stepResults?.some(isNested) === true;
  const sameExit = without.code === withReporter.code;
  if (doctor.code !== 0) console.error(doctor.output);
  if (!isRight || !sameExit) console.error(`${framework} ${version} on Node ${node}:\n${withReporter.output}`);
  const notice = withReporter.output.split('\n').find((line) => /@testpoint|Testpoint: /.test(line)) ?? '';
  const cells = {
    ...cell,
    results: isRight ? 'right' : `wrong: ${wrong.join(', ') || `${results.length} results`}`,
    'step tree': hasTree ? 'yes' : 'no',
    'exit code': sameExit ? `same (${without.code})` : `${without.code} became ${withReporter.code}`,
    rerun,
    notice: hasTree ? '' : notice.trim(),
  };
  const isExpected = rerun === (suites[framework].reruns?.[node] ?? 'exact');
  return { ok: isRight && sameExit && isExpected && doctor.code === 0, cells };
}

/** What comes with Node has no configuration but the script in package.json. */
function runSuite(framework, folder, node, env) {
  if (comesWithNode(framework)) return runInShell('npm test', folder, node, env);
  const [script, ...args] = suites[framework].command;
  return runIn(folder, binaries[node].path, [join(folder, 'node_modules', script), ...args], env);
}

/** npm, npx and the framework start with the Node that is first in PATH. */
function runInShell(command, folder, node, env) {
  const PATH = [dirname(binaries[node].path), process.env.PATH].join(delimiter);
  return runIn(folder, 'bash', ['-c', command], { ...env, PATH });
}

/** Runs the report's command for the failed test. @returns whether exactly that one ran */
async function rerunFailed(framework, folder, node, settings) {
  const report = await readRun([new FolderSource(settings.TMS_REPORT)]);
  const targets = [];
  for (let row = 0; row < report.rows.size; row++) {
    const { outcome, session, suites: groups, title, ...test } = report.rows.at(row);
    if (outcome === 'F') targets.push({ ...report.sessions[session], ...test, titles: [...groups, title] });
  }
  report.close();
  rmSync(settings.TMS_REPORT, { recursive: true, force: true });
  const TMS_TEST_RUN_ID = crypto.randomUUID();
  const env = { ...settings, TMS_TEST_RUN_ID, ...suites[framework].rerunEnv };
  let printed = '';
  for (const command of rerunCommands(targets, 'posix')) {
    const { output } = await runInShell(command, folder, node, env);
    printed += `${command}\n${output}`;
  }
  const ran = (await resultsIn(servers[node].service, TMS_TEST_RUN_ID)).filter(({ outcome }) => outcome !== 'Skipped');
  const isExact = ran.length === 1 && ran[0].autoTestExternalId.endsWith(' > fails');
  if (isExact) return 'exact';
  console.error(printed);
  return `${ran.length} tests`;
}

async function install(framework, version) {
  const folder = join(work, `${framework}-${version}`.replace(' ', '-'));
  const suite = suites[framework];
  const others = suite.others?.(version) ?? [];
  const ours = ['core', 'report', 'cli', reporterOf(framework)].map((name) => packed[name]);
  const own = comesWithNode(framework) ? [] : [`${suite.package}@${version}`];
  await makeProject(folder, [...own, ...others, ...ours], suite.files);
  return folder;
}

/** Sets a suite up as users do. @returns its configuration's path, and its content before and after */
async function setUp(framework, folder) {
  const [name] = Object.keys(suites[framework].files);
  const path = join(folder, name);
  const before = readFileSync(path, 'utf8');
  await outputOf(process.execPath, [join(folder, CLI), 'init', '--yes'], { cwd: folder });
  return { path, before, after: readFileSync(path, 'utf8') };
}

/** The package with the reporter of a framework. */
function reporterOf(framework) {
  return suites[framework].reporter;
}

function comesWithNode(framework) {
  return frameworks[reporterOf(framework)].comesWithNode === true;
}

function installedVersion(framework, folder) {
  const manifest = join(folder, 'node_modules', suites[framework].package, 'package.json');
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** A Node of a major version: ours if it fits, else the npm package `node`. */
async function nodeBinary(major) {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath, version: process.versions.node };
  const folder = join(work, `node-${major}`);
  await makeProject(folder, [`node@${major}`]);
  const path = ['node', 'node.exe'].map((name) => join(folder, 'node_modules/node/bin', name)).find(existsSync);
  return { path, version: (await outputOf(path, ['-p', 'process.versions.node'])).trim() };
}

/** The server in a process of its own, with a Node of our choice. */
async function startServer({ path }) {
  const { child } = start(path, [join(root, 'packages/reference-server/dist/bin.js'), '--port', '0', '--open']);
  const [url] = await once(child.stdout, 'data');
  return { child, service: { url: url.trim(), secretKey: 'bWF0cml4LWtleQ==' } };
}
