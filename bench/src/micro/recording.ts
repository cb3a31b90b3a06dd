import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Measurement, MicroOptions } from './measurement.js';
import { BareServer, runProgram } from './processes.js';
import { spread } from './statistics.js';

const MARKS = [100, 2_000, 50_000];
/** Each attachment is a file and a request, so fewer of them are enough to show the cost. */
const MARKS_WITH_ATTACHMENT = [100, 2_000];
const CASES: readonly Omit<Recorded, 'runs'>[] = [
  { name: 'no steps', steps: 0, attachment: 0, marks: MARKS },
  { name: '5 steps', steps: 5, attachment: 0, marks: MARKS },
  { name: 'no steps, 2 KiB attached', steps: 0, attachment: 2048, marks: MARKS_WITH_ATTACHMENT },
  { name: '5 steps, 2 KiB attached', steps: 5, attachment: 2048, marks: MARKS_WITH_ATTACHMENT },
  {
    ...{ name: '5 steps, 3 patterns to mask', steps: 5, attachment: 0, marks: MARKS },
    patterns: ['token=\\S+', '[\\w.]+@[\\w.]+\\.\\w+', '\\d{4}-\\d{4}-\\d{4}'],
  },
  // Repetitions in a repetition: each search has a limit of time.
  {
    ...{ name: '5 steps, 1 pattern that may be slow', steps: 5, attachment: 0, marks: MARKS_WITH_ATTACHMENT },
    patterns: ['(?:\\w+-)+\\d{9}'],
  },
];

interface Recorded {
  name: string;
  steps: number;
  /** Size of a text attachment, bytes. */
  attachment: number;
  marks: readonly number[];
  /** Sources of regular expressions for `redact`. */
  patterns?: readonly string[];
  runs: Record<`${'wall' | 'cpu' | 'process'}${number}`, number>[];
}

/** Measures what a call of `record` costs the thread that runs the tests. */
export const recording: Measurement = {
  title: 'Recording a result',
  async run(options) {
    const cases = await inTemporaryFolder((folder) => record(folder, options));
    const rows = cases.flatMap(({ name, marks, runs }) =>
      marks.map((mark, index) => [
        `${name}, ${stretch(marks[index - 1], mark)}`,
        spread(runs.map((run) => run[`wall${mark}`] ?? Number.NaN)),
        spread(runs.map((run) => run[`cpu${mark}`] ?? Number.NaN)),
        spread(runs.map((run) => run[`process${mark}`] ?? Number.NaN)),
      ]),
    );
    return `Mapping, JSON and the write to the journal, while the delivery thread sends to a bare local server. µs per result: wall time and
main-thread CPU of the \`record\` call, and CPU of the whole process, which includes creating and delivering the records.
Target: at most 30 µs with 5 steps.

${table(['results', 'wall, µs', 'main thread, µs', 'process, µs'], rows)}`;
  },
};

async function record(folder: string, { repeats }: MicroOptions): Promise<Recorded[]> {
  const cases = CASES.map((one) => ({ ...one, runs: [] as Recorded['runs'] }));
  for (let turn = 0; turn < repeats; turn++) {
    for (const { name, steps, attachment, marks, runs, patterns = [] } of cases) {
      const idRoot = join(folder, `${name} ${turn}`);
      mkdirSync(idRoot);
      const server = await BareServer.start();
      const figures = marks.flatMap((mark) => [`wall${mark}`, `cpu${mark}`, `process${mark}`] as const);
      runs.push(await runProgram('record', { url: server.url, idRoot, steps, attachment, marks, patterns }, figures));
      await server.stop();
    }
  }
  return cases;
}

function stretch(from: number | undefined, to: number): string {
  const last = to.toLocaleString('en-US');
  return from === undefined ? `the first ${last}` : `from ${from.toLocaleString('en-US')} to ${last}`;
}
