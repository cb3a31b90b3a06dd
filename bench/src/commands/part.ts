import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { optionsIn } from '../../../scripts/options.js';
import { startBareServer } from '../micro/processes.js';
import { CONFIGURATION, RUN } from '../micro/programs/sample-records.js';
import { leaveSession } from '../micro/sessions.js';
import type { Part } from '../part.js';
import { median } from '../quantile.js';
import { REPOSITORY } from '../suites/places.js';
import { runTree, type Taken } from '../suites/process-tree.js';
import { counted, table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';

const USAGE = `commands: times the commands that read or write results: report, summary, gate, export and import
  --results N      number of results (100000)
  --steps N        steps in each, at most 5 (5)
  --rounds N       how often to run each (3)
  --only NAME      only commands that contain this text, such as import
  --cli PATH       another build of the command line, whose turns alternate with this one's`;

const OWN = join(REPOSITORY, 'packages/cli/dist/bin.js');
const DEFAULTS = { results: 100_000, steps: 5, rounds: 3, only: undefined, cli: undefined };

/** A command of a folder with an outbox in it. */
interface Command {
  name: string;
  args: readonly string[];
  /** The file or folder that it writes. */
  writes?: string;
}

const FORMATS = { junit: 'junit.xml', ctrf: 'ctrf.json', allure: 'allure', csv: 'tests.csv' } as const;

function commandsOn(outbox: string): Command[] {
  return [
    { name: 'report', args: ['report', outbox, '--out', 'report'], writes: 'report' },
    { name: 'report, one file', args: ['report', outbox, '--single', 'report.html'], writes: 'report.html' },
    { name: 'summary', args: ['summary', outbox] },
    { name: 'gate', args: ['gate', outbox, '--max-failed', '0'] },
    ...Object.entries(FORMATS).map(([format, file]) => ({
      name: `export ${format}`,
      args: ['export', outbox, '--format', format, '--out', file],
      writes: file,
    })),
    ...(['junit', 'ctrf', 'allure'] as const).map((format) => ({
      name: `import ${format}`,
      args: ['import', FORMATS[format], '--root', 'imported'],
      writes: 'imported',
    })),
  ];
}

export const commands: Part = {
  usage: USAGE,
  async run(args) {
    const { only = '', cli, ...sizes } = optionsIn(args, DEFAULTS);
    const builds = cli === undefined ? [OWN] : [cli, OWN];
    const rows = await inTemporaryFolder((folder) => measure(folder, sizes, only, builds));
    const each = FIGURES.map(({ name }) => name);
    const head = ['', ...(cli === undefined ? each : each.flatMap((name) => [`before: ${name}`, `now: ${name}`]))];
    return `${counted(sizes.results, 'result')} with ${counted(sizes.steps, 'step')}, medians of ${sizes.rounds}:\n\n${table(head, rows)}`;
  },
};

async function measure(
  folder: string,
  { results, steps, rounds }: Record<'results' | 'steps' | 'rounds', number>,
  only: string,
  builds: readonly string[],
): Promise<string[][]> {
  // Imported results are delivered.
  await using server = await startBareServer();
  const settings = {
    ...{ TMS_URL: server.url, TMS_SECRET_KEY: 'YmVuY2htYXJr' },
    ...{ TMS_TEST_RUN_ID: RUN, TMS_CONFIGURATION_ID: CONFIGURATION },
  };
  const outbox = (await leaveSession(folder, results, steps)).outbox();
  const rows: string[][] = [];
  for (const { name, args, writes = '' } of commandsOn(outbox)) {
    // An import reads what the export wrote.
    if (!name.includes(only) && !(name.startsWith('export') && 'import'.includes(only))) continue;
    const taken: Taken[][] = builds.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [build, cli] of builds.entries()) {
        // No turn replaces or merges what another one wrote.
        if (writes !== '') rmSync(join(folder, writes), { recursive: true, force: true });
        mkdirSync(join(folder, 'imported'), { recursive: true });
        const run = await runTree([cli, ...args], folder, name.startsWith('import') ? settings : {});
        if (run.exitCode !== 0) throw new Error(`${name} ended with ${run.exitCode}:\n${run.output}`);
        taken[build]?.push(run);
      }
    }
    const cells = FIGURES.flatMap(({ of, digits }) => taken.map((runs) => median(runs.map(of)).toFixed(digits)));
    rows.push([name, ...cells]);
  }
  return rows;
}

const FIGURES: { name: string; of(taken: Taken): number; digits: number }[] = [
  { name: 'wall, s', of: ({ wall }) => wall / 1_000, digits: 2 },
  { name: 'CPU, s', of: ({ cpu = 0 }) => cpu / 1_000, digits: 2 },
  { name: 'peak MiB', of: ({ memory = 0 }) => memory, digits: 0 },
];
