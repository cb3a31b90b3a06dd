// Sets up a new project of each framework in each layout with `testpoint init --yes`, runs it, and looks at the reference
// server for what arrived. Prints a table. No file of a project is edited by hand.
//
//   node scripts/starters.mjs [--only playwright,jest] [--layout "npm;Yarn Plug'n'Play"]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { frameworks, layouts } from './starters/projects.mjs';
import { openWorkshop, tryStarter } from './starters/starter.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, layout: { type: 'string' } } });
const names = Object.keys(frameworks).filter((name) => options.only?.split(',').includes(name) ?? true);
const tried = Object.keys(layouts).filter((name) => options.layout?.split(';').includes(name) ?? true);

const work = mkdtempSync(join(tmpdir(), 'testpoint-starters-'));
const workshop = await openWorkshop(fileURLToPath(new URL('..', import.meta.url)), work);
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
for (const row of [head, head.map(() => '---'), ...cells]) console.log(`| ${row.join(' | ')} |`);
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
