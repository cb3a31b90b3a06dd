// Runs the test suites of public packages against a strict service, each bare and with our reporter. No result may be missing,
// wrong or extra, and the framework's exit code and JSON report must be those of the bare run. Needs only npm, except for
// the Playwright suite that drives a browser, which needs Chromium (CHROMIUM=/path, default /usr/bin/chromium).
//
//   node scripts/public-suites.mjs [--only zod,mocha] [--folder /tmp/public]
//
// --only takes names of suites and of frameworks; --folder reuses the installation in that folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from './markdown-table.mjs';
import { pack } from './projects.mjs';
import { differences, judge } from './public-suites/compare.mjs';
import { frameworks } from './public-suites/frameworks.mjs';
import { install } from './public-suites/install.mjs';
import { run } from './public-suites/run.mjs';
import { suites } from './public-suites/suites.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const secretKey = 'cHVibGljLXN1aXRlcw==';
const { values: options } = parseArgs({ options: { only: { type: 'string' }, folder: { type: 'string' } } });
const only = options.only?.split(',');
const chosen = suites.filter(
  ({ name, framework }) => only === undefined || [name, framework].some((one) => only.includes(one)),
);
if (chosen.length === 0)
  throw new Error(`--only ${options.only} matches no suite. Choose from ${suites.map(({ name }) => name).join(', ')}`);

const work = options.folder ?? mkdtempSync(join(tmpdir(), 'testpoint-public-'));
const packed = await pack(root, ['core', ...Object.keys(frameworks)], join(work, 'packed'));
const { startStrictService } = await strictService();

const rows = [];
for (const suite of chosen) {
  console.error(`${suite.name} (${suite.framework}) …`);
  rows.push(await trySuite(suite));
}
if (options.folder === undefined) rmSync(work, { recursive: true, force: true });

const heads = ['suite', 'framework', 'tests', 'outcomes', 'missing', 'wrong', 'extra', 'exit code', 'report'];
console.log(
  markdownTable(
    heads,
    rows.map(({ cells }) => cells),
  ),
);
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;

async function trySuite(suite) {
  const folder = await install(suite, join(work, suite.name), packed);
  const bare = await run(suite, folder, {});
  const again = await run(suite, folder, {});
  const service = await startStrictService({ secretKey });
  const ours = await run(suite, folder, {
    TMS_URL: service.url,
    TMS_SECRET_KEY: secretKey,
    TMS_TEST_RUN_ID: crypto.randomUUID(),
    TMS_CONFIGURATION_ID: crypto.randomUUID(),
  });
  await service.close();
  // From the same run: even if a test is flaky, the service has the framework's outcome.
  const expected = ours.report === undefined ? [] : frameworks[suite.framework].results(ours.report, folder);
  if (expected.length === 0) throw new Error(`${suite.name} has no results:\n${bare.output}\n${ours.output}`);
  const { missing, wrong, extra } = judge(
    expected,
    service.results.map(({ body }) => body),
  );
  const unstable = differences(bare.report, again.report, []);
  const unequal = differences(bare.report, ours.report, unstable);
  for (const [what, list] of Object.entries({ missing, wrong, extra, unequal, violations: service.violations })) {
    if (list.length > 0) console.error(`${suite.name}: ${what}: ${list.length}\n  ${list.slice(0, 10).join('\n  ')}`);
  }
  const sameExit = bare.exit === ours.exit;
  const ok = [missing, wrong, extra, unequal, service.violations].every(({ length }) => length === 0) && sameExit;
  if (!ok) console.error(ours.output.slice(-1_500));
  return {
    ok,
    cells: [
      suite.source,
      suite.framework,
      expected.length,
      tally(expected),
      missing.length,
      wrong.length,
      extra.length,
      sameExit ? `equal (${bare.exit})` : `${bare.exit} became ${ours.exit}`,
      `${unequal.length === 0 ? 'equal' : `${unequal.length} values differ`}${unstable.length === 0 ? '' : ` (${unstable.length} unstable)`}`,
    ],
  };
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
