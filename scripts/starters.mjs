// Sets up a new project of each framework in each layout with `testpoint init --yes`, runs it, and checks what arrived at the
// reference server. Prints a table, and writes a complete one to docs/starters.md. No file of a project is edited by hand.
//
//   node scripts/starters.mjs [--only playwright,jest] [--layout "npm;Yarn Plug'n'Play"]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from './markdown-table.mjs';
import { frameworks, layouts } from './starters/projects.mjs';
import { openWorkshop, tryStarter } from './starters/starter.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, layout: { type: 'string' } } });
const names = Object.keys(frameworks).filter((name) => options.only?.split(',').includes(name) ?? true);
const tried = Object.keys(layouts).filter((name) => options.layout?.split(';').includes(name) ?? true);

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'testpoint-starters-'));
const workshop = await openWorkshop(root, work);
const rows = [];
for (const framework of names) {
  for (const layout of tried) {
    const row = await tryStarter(workshop, framework, layout);
    if (!row.ok) console.error(`\n${framework}, ${layout}:\n${row.output}`);
    rows.push(row);
    rmSync(row.folder, { recursive: true, force: true });
  }
}
await workshop.close();
rmSync(work, { recursive: true, force: true });

const inSeconds = (value) => value.toFixed(1);
const cells = rows.map(({ framework, layout, seconds, delivered, hasReport, ok }) => [
  framework,
  layout,
  ...[seconds.install, seconds.init, seconds.run].map(inSeconds),
  String(delivered),
  hasReport ? 'yes' : 'no',
  ok ? 'yes' : 'NO',
]);
const head = ['framework', 'project', 'install, s', 'init, s', 'run, s', 'results', 'report', 'right'];
const table = markdownTable(head, cells);
console.log(table);
if (options.only === undefined && options.layout === undefined) {
  writeFileSync(join(root, 'docs/starters.md'), `${introduction()}\n${table}\n`);
}
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;

function introduction() {
  const date = new Date().toISOString().slice(0, 10);
  const [{ model } = { model: 'unknown' }] = cpus();
  const machine = `${cpus().length} cores of ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.versions.node}, load ${loadavg()[1]?.toFixed(1)}`;
  return `# New projects

Written by \`npm run test:starters\`. It installs a new project of each kind, sets it up with \`testpoint init --yes\` from packed packages, and
runs two tests. No file is edited by hand. A row is right when both results arrived at the reference server and the report exists. The
caches of npm and Yarn are empty for the first project; pnpm uses its store. Downloads take most of the time of install and init.

${date}, ${machine}.
`;
}
