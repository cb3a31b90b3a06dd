import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FRAMEWORKS } from '../peers/peer.js';
import { spreadBeside, spreadOf, table } from '../table.js';
import { runNode, runProgram } from './processes.js';
import { byTurns, type Measurement, type Turn } from './turns.js';

const PACKAGES = new URL('../../packages/', import.meta.url);
/** The door of core with `openSession`, which reporters load. */
const ADAPTER = new URL('core/dist/adapter.js', PACKAGES).href;
type Figures = Record<'imported' | 'opened' | 'openedCpu' | 'cpu', number>;
/** Prints its CPU time at the end, like the `start-up` program. */
const BARE_NODE =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log(JSON.stringify({ cpu: (user + system) / 1000 })) })";

interface Start {
  name: string;
  load?: string;
  opens?: true;
  thread?: true;
}

/** Measures the time before the first test may begin. */
export const startUp: Measurement = {
  title: 'Start-up',
  async run({ repeats }) {
    const starts: Start[] = [
      { name: 'an empty module' },
      { name: 'a bare worker thread', thread: true },
      { name: '`@testpoint/core`', load: entryOf('core') },
      ...FRAMEWORKS.map((name): Start => ({ name: `\`@testpoint/${name}\``, load: entryOf(name) })),
      { name: '`@testpoint/core/adapter`, a session without tests', load: ADAPTER, opens: true },
    ];
    const nothing: Turn<Figures> = async () => ({
      ...{ imported: 0, opened: 0, openedCpu: 0 },
      ...(await runNode<'cpu'>(['-e', BARE_NODE])),
    });
    const cases = starts.map(
      ({ load, opens, thread }): Turn<Figures> =>
        ({ url }, idRoot) =>
          runProgram('start-up', { load, thread, ...(opens && { url, idRoot }) }),
    );
    const [bare = [], ...runs] = await byTurns(repeats * 2, [nothing, ...cases]);
    const rows = starts.map(({ name, load, opens }, index) => {
      const own = runs[index] ?? [];
      return [
        name,
        load === undefined ? '' : spreadOf(own, ({ imported }) => imported, 1),
        opens ? spreadOf(own, ({ opened }) => opened, 1) : '',
        load === undefined ? '' : spreadOf(own, ({ imported, opened }) => imported + opened, 1),
        opens ? spreadOf(own, ({ openedCpu }) => openedCpu, 1) : '',
        spreadOf(own, ({ cpu }) => cpu, 1),
        spreadBeside(own, bare, (run, other) => run.cpu - other.cpu, 1),
      ];
    });
    return `Milliseconds. \`openSession\` reads the settings, creates the outbox and starts the thread. When it returns, the first test may begin.
Total CPU is that of the whole process until its end, including a session's delivery and close. The last column is what exceeds a bare
\`node -e 0\`, which takes ${spreadOf(bare, ({ cpu }) => cpu, 1)}. Target: at most 60 ms before the first test.

${table(['case', 'import', 'openSession', 'before the first test', 'CPU until then', 'total CPU', 'CPU beyond `node -e 0`'], rows)}`;
  },
};

/** URL of the module that a package exports to `import`. */
function entryOf(name: string): string {
  const folder = fileURLToPath(new URL(`${name}/`, PACKAGES));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: { '.': { import: { default: string } } };
  };
  return pathToFileURL(join(folder, manifest.exports['.'].import.default)).href;
}
