// Sets up a new project of each framework in each layout with `testpoint init --yes`, runs it, and checks what arrived at the
// reference server. Prints a table, and writes a complete one to docs/starters.md. No file of a project is edited by hand.
//
//   node scripts/starters.mjs [--only playwright,jest] [--layout "npm;Yarn Plug'n'Play"]
import { rmSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { labs } from '../packages/frameworks/dist/labs.js';
import { layouts } from './starters/layouts.mjs';
import { openWorkshop, tryStarter } from './starters/starter.mjs';
import { conclude, workFolder } from './trials.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, layout: { type: 'string' } } });
const only = options.only?.split(',');
const tried = Object.keys(layouts).filter((name) => options.layout?.split(';').includes(name) ?? true);
const projects = Object.entries(labs)
  .flatMap(([framework, { startersOf = {} }]) => [
    ...tried.map((layout) => ({ name: framework, framework, layout })),
    ...Object.keys(startersOf)
      .filter(() => tried.includes('npm'))
      .map((program) => ({ name: program, framework, layout: 'npm', program })),
  ])
  .filter(({ name }) => only?.includes(name) ?? true);

const workshop = await openWorkshop(workFolder('starters'));
const rows = [];
for (const { name, framework, layout, program } of projects) {
  const outcome = await tryStarter(workshop, framework, layout, program);
  const { ok, output, folder, seconds, delivered, hasReport } = outcome;
  if (!ok) console.error(`\n${name}, ${layout}:\n${output}`);
  rmSync(folder, { recursive: true, force: true });
  const cells = {
    framework: name,
    project: layout,
    'install, s': seconds.install.toFixed(1),
    'init, s': seconds.init.toFixed(1),
    'run, s': seconds.run.toFixed(1),
    results: delivered,
    report: hasReport ? 'yes' : 'no',
    right: ok ? 'yes' : 'NO',
  };
  rows.push({ ok, cells });
}
await workshop.close();
const isWhole = options.only === undefined && options.layout === undefined;
conclude(rows, isWhole ? { file: 'starters.md', text: introduction() } : undefined);

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
