// Starts the reference server, runs the examples of all frameworks into one run, prints what arrived, and writes a report.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeReport } from '../packages/core/dist/cli.js';
import { createServiceClient } from '../packages/core/dist/service.js';
import { startServer } from '../packages/reference-server/dist/index.js';
import { run } from './processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const secretKey = 'ZGVtby1rZXk=';
const configurations = {
  '': '00000000-0000-4000-8000-000000000001',
  api: '00000000-0000-4000-8000-000000000002',
  web: '00000000-0000-4000-8000-000000000003',
};
const frameworks = ['playwright', 'jest', 'vitest', 'mocha'].filter((name) =>
  existsSync(join(root, 'examples', name, 'package.json')),
);

const server = await startServer({ port: 0, database: ':memory:', open: true });
const service = createServiceClient({ url: server.url, secretKey, requestTimeout: 10_000, concurrency: 4 });
console.log(`Reference server at ${server.url}`);
const runId = await service.createRun({ projectGlobalId: 1, testPlanGlobalId: 1, testPoints: [] });
await service.startRun(runId);
console.log(`Run ${runId} created and started\n`);

/** Each framework's own report, before they are merged. */
const reports = mkdtempSync(join(tmpdir(), 'testpoint-demo-'));
let failed = false;
for (const framework of frameworks) {
  const { code, output } = await runExample(framework);
  const summary = /^Testpoint {2}.*(?:\n.+)*/m.exec(output)?.[0] ?? 'it printed no summary';
  // The merged report replaces this one.
  const lines = summary.split('\n').filter((line) => !line.startsWith('  Report: '));
  console.log(`examples/${framework} ended with ${code}`);
  console.log(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
  if (code !== 0) {
    failed = true;
    console.log(output);
  }
}

await service.completeRun(runId);
service.close();
const results = (await inspect(`runs/${runId}/results`)).map(({ body }) => body);
console.log(table(results));
console.log(tree(results));
const { status } = await inspect(`runs/${runId}`);
console.log(`The run is ${status}: ${results.length} results arrived. The server is stopped.`);
await server.close();
await showReport();
process.exitCode = failed || results.length === 0 ? 1 : 0;

function runExample(framework) {
  const cwd = join(root, 'examples', framework);
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  return run(`npx --no-install ${scripts.test}`, [], {
    cwd,
    shell: true,
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: '',
      TMS_URL: server.url,
      TMS_SECRET_KEY: secretKey,
      TMS_TEST_RUN_ID: runId,
      TMS_CONFIGURATION_ID: configurations[''],
      TMS_REPORT: join(reports, framework),
    },
  });
}

/** Merges the reports of the frameworks. */
async function showReport() {
  const inputs = frameworks.map((framework) => join(reports, framework)).filter((folder) => existsSync(folder));
  const { page } = await makeReport({ inputs, directory: join(root, 'testpoint-report'), secretKey, redact: [] });
  rmSync(reports, { recursive: true, force: true });
  console.log(`The merged report: ${pathToFileURL(page).href}`);
}

async function inspect(path) {
  const answer = await fetch(`${server.url}/inspect/${path}`, { headers: { SecretKeyBase64: secretKey } });
  return answer.json();
}

/** The result of each test in each framework. */
function table(results) {
  const rows = new Map();
  for (const { autoTestExternalId: id, outcome } of results) {
    const framework = frameworks.find((name) => id.includes(`${name}.`)) ?? '?';
    const title = id.slice(id.indexOf(' > ') + 3);
    const row = rows.get(title) ?? {};
    row[framework] = outcome;
    rows.set(title, row);
  }
  const width = Math.max(...[...rows.keys()].map((title) => title.length));
  const line = (title, cells) => `  ${title.padEnd(width)}  ${cells.map((cell) => cell.padEnd(10)).join('  ')}`;
  const lines = [line('test', frameworks)];
  for (const [title, row] of rows)
    lines.push(
      line(
        title,
        frameworks.map((name) => row[name] ?? ''),
      ),
    );
  return `${lines.join('\n')}\n`;
}

/** The step tree of the test with the deepest steps. */
function tree(results) {
  const depth = (steps = []) => steps.reduce((most, { stepResults }) => Math.max(most, 1 + depth(stepResults)), 0);
  const [deepest] = [...results].sort((one, other) => depth(other.stepResults) - depth(one.stepResults));
  const lines = [`  ${deepest.autoTestExternalId}: ${deepest.outcome}`];
  const add = (steps = [], indent) => {
    for (const { title, outcome, stepResults, attachments = [] } of steps) {
      const files = attachments.length > 0 ? ` (${attachments.length} attached)` : '';
      lines.push(`${indent}${outcome === 'Passed' ? '✓' : '✗'} ${title}${files}`);
      add(stepResults, `${indent}  `);
    }
  };
  for (const [name, steps] of [
    ['setup', deepest.setupResults],
    ['steps', deepest.stepResults],
    ['teardown', deepest.teardownResults],
  ]) {
    if (steps?.length > 0) {
      lines.push(`    ${name}`);
      add(steps, '      ');
    }
  }
  return `${lines.join('\n')}\n`;
}
