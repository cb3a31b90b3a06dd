import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Measurement, MicroOptions } from './measurement.js';
import { BareServer, runNode, runProgram } from './processes.js';
import { differences, spread } from './statistics.js';

const FRAMEWORKS = ['playwright', 'jest', 'vitest', 'mocha'];
const PACKAGES = new URL('../../packages/', import.meta.url);
/** The door of core with `openSession`, which reporters load. */
const ADAPTER = new URL('core/dist/adapter.js', PACKAGES).href;
const FIGURES = ['imported', 'opened', 'openedCpu', 'cpu'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
/** Prints its CPU time at the end, like the `start-up` program. */
const BARE_NODE =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log(JSON.stringify({ cpu: (user + system) / 1000 })) })";

interface Start {
  name: string;
  load?: string;
  opens?: true;
  thread?: true;
  runs: Figures[];
}

/** Measures the time before the first test may begin. */
export const startUp: Measurement = {
  title: 'Start-up',
  async run(options) {
    const starts: Start[] = [
      { name: 'an empty module', runs: [] },
      { name: 'a bare worker thread', thread: true, runs: [] },
      { name: '`@testpoint/core`', load: entryOf('core'), runs: [] },
      ...FRAMEWORKS.map((name): Start => ({ name: `\`@testpoint/${name}\``, load: entryOf(name), runs: [] })),
      { name: '`@testpoint/core/adapter`, a session without tests', load: ADAPTER, opens: true, runs: [] },
    ];
    const bare = await inTemporaryFolder((folder) => measure(folder, starts, options));
    const rows = starts.map(({ name, load, opens, runs }) => {
      const before = runs.map(({ imported, opened }) => imported + opened);
      const cpu = runs.map((run) => run.cpu);
      return [
        name,
        load === undefined ? '' : spread(runs.map(({ imported }) => imported)),
        opens ? spread(runs.map(({ opened }) => opened)) : '',
        load === undefined ? '' : spread(before),
        opens ? spread(runs.map(({ openedCpu }) => openedCpu)) : '',
        spread(cpu),
        spread(differences(cpu, bare)),
      ];
    });
    return `Milliseconds. \`openSession\` reads the settings, creates the outbox and starts the thread. When it returns, the first test may begin.
Total CPU is that of the whole process until its end, including a session's delivery and close. The last column is what exceeds a bare
\`node -e 0\`, which takes ${spread(bare)}. Target: at most 60 ms before the first test.

${table(['case', 'import', 'openSession', 'before the first test', 'CPU until then', 'total CPU', 'CPU beyond `node -e 0`'], rows)}`;
  },
};

/** Measures everything in turns. @returns CPU time of a process that does nothing */
async function measure(folder: string, starts: readonly Start[], { repeats }: MicroOptions): Promise<number[]> {
  const server = await BareServer.start();
  const bare: number[] = [];
  for (let turn = 0; turn < repeats * 2; turn++) {
    bare.push((await runNode(['-e', BARE_NODE], ['cpu'])).cpu);
    for (const { load, opens, thread, runs } of starts) {
      const idRoot = join(folder, `${turn}`);
      if (opens) mkdirSync(idRoot);
      const what = { ...(load && { load }), ...(thread && { thread }), ...(opens && { url: server.url, idRoot }) };
      runs.push(await runProgram('start-up', what, FIGURES));
    }
  }
  await server.stop();
  return bare;
}

/** URL of the module that a package exports to `import`. */
function entryOf(name: string): string {
  const folder = fileURLToPath(new URL(`${name}/`, PACKAGES));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: { '.': { import: { default: string } } };
  };
  return pathToFileURL(join(folder, manifest.exports['.'].import.default)).href;
}
