// Starts the reference server, runs the examples of all frameworks into one run, prints what arrived, and writes a report.
//
//   npm run demo [-- FRAMEWORK …]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeReport } from '../packages/core/dist/cli.js';
import { ServiceClient } from '../packages/core/dist/service.js';
import { frameworks as descriptions } from '../packages/frameworks/dist/index.js';
import { startServer } from '../packages/reference-server/dist/index.js';
import { inspect, resultsIn } from './inspection.mjs';
import { run } from './processes.mjs';
import { root } from './projects.mjs';
import { withCommandsOf } from './steps.mjs';
import { settingsFor, workFolder } from './trials.mjs';

const secretKey = 'ZGVtby1rZXk=';
const wanted = process.argv.slice(2);
const frameworks = Object.keys(descriptions).filter(
  (name) => existsSync(join(root, 'examples', name, 'package.json')) && (wanted.length === 0 || wanted.includes(name)),
);

const server = await startServer({ port: 0, database: ':memory:', open: true });
const { url } = server;
const client = new ServiceClient({ url, secretKey, requestTimeout: 10_000, concurrency: 4 });
console.log(`Reference server at ${url}`);
const runId = await client.createRun({ projectGlobalId: 1, testPlanGlobalId: 1, testPoints: [] });
await client.startRun(runId);
console.log(`Run ${runId} created and started\n`);

const settings = settingsFor({ url, secretKey }, runId);
/** Each framework's own report, before they are merged. */
const reports = workFolder('demo');
let failed = false;
for (const framework of frameworks) {
  const { code, output } = await runExample(framework);
  const summary = /^Testpoint {2}.*(?:\n.+)*/m.exec(output)?.[0] ?? 'it printed no summary';
  // The merged report replaces this one.
  const lines = summary.split('\n').filter((line) => !line.startsWith('  Report: '));
  console.log(`examples/${framework} ended with ${code}`);
  console.log(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
  // The suites use the test API only where it works.
  if (code !== 0 || summary.includes('did nothing')) {
    failed = true;
    console.log(output);
  }
}

await client.completeRun(runId);
client.close();
const results = (await resultsIn({ url, secretKey }, runId)).map(({ body }) => body);
console.table(outcomes());
console.log(tree());
const { status } = await (await inspect({ url, secretKey }, `runs/${runId}`)).json();
console.log(`The run is ${status}: ${results.length} results arrived. The server is stopped.`);
await server.close();
const inputs = frameworks.map((framework) => join(reports, framework)).filter((folder) => existsSync(folder));
const { page } = await makeReport({ inputs, directory: join(root, 'testpoint-report'), settings: { secretKey } });
console.log(`The merged report: ${pathToFileURL(page).href}`);
process.exitCode = failed || results.length === 0 ? 1 : 0;

function runExample(framework) {
  const cwd = join(root, 'examples', framework);
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const quiet = { NO_COLOR: '1', FORCE_COLOR: '' };
  const env = {
    ...withCommandsOf(join('examples', framework)),
    ...quiet,
    ...settings,
    TMS_REPORT: join(reports, framework),
  };
  return run(scripts.test, [], { cwd, shell: true, env });
}

/** The result of each test in each framework. */
function outcomes() {
  const rows = {};
  for (const { autoTestExternalId: id, outcome } of results) {
    const title = id.slice(id.indexOf(' > ') + 3);
    rows[title] = { ...rows[title], [frameworks.find((name) => id.includes(`${name}.`)) ?? '?']: outcome };
  }
  return rows;
}

/** The step tree of the test with the deepest steps. */
function tree() {
  const depth = (steps = []) => steps.reduce((most, { stepResults }) => Math.max(most, 1 + depth(stepResults)), 0);
  const [deepest] = [...results].sort((one, other) => depth(other.stepResults) - depth(one.stepResults));
  const linesOf = (steps = [], indent) =>
    steps.flatMap(({ title, outcome, stepResults, attachments = [] }) => {
      const files = attachments.length > 0 ? ` (${attachments.length} attached)` : '';
      return [`${indent}${outcome === 'Passed' ? '✓' : '✗'} ${title}${files}`, ...linesOf(stepResults, `${indent}  `)];
    });
  const parts = { setup: deepest.setupResults, steps: deepest.stepResults, teardown: deepest.teardownResults };
  const lines = Object.entries(parts).flatMap(([name, steps]) =>
    steps?.length > 0 ? [`    ${name}`, ...linesOf(steps, '      ')] : [],
  );
  return `\n  ${deepest.autoTestExternalId}: ${deepest.outcome}\n${lines.join('\n')}\n`;
}
