import { number, spreadOf, table } from '../table.js';
import { runProgram } from './processes.js';
import { byTurns, type Measurement } from './turns.js';

const MARKS = [100, 2_000, 50_000];
/** Each attachment is a file and a request, so fewer of them are enough to show the cost. */
const FEW = [100, 2_000];

interface Case {
  name: string;
  steps: number;
  /** Size of a text attachment, bytes. */
  attachment?: number;
  marks: readonly number[];
  /** Sources of regular expressions for `redact`. */
  patterns?: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'no steps', steps: 0, marks: MARKS },
  { name: '5 steps', steps: 5, marks: MARKS },
  { name: 'no steps, 2 KiB attached', steps: 0, attachment: 2048, marks: FEW },
  { name: '5 steps, 2 KiB attached', steps: 5, attachment: 2048, marks: FEW },
  {
    ...{ name: '5 steps, 3 patterns to mask', steps: 5, marks: MARKS },
    patterns: ['token=\\S+', '[\\w.]+@[\\w.]+\\.\\w+', '\\d{4}-\\d{4}-\\d{4}'],
  },
  // Repetitions in a repetition: each search has a limit of time.
  { name: '5 steps, 1 pattern that may be slow', steps: 5, marks: FEW, patterns: ['(?:\\w+-)+\\d{9}'] },
];

/** Measures what a call of `record` costs the thread that runs the tests. */
export const recording: Measurement = {
  title: 'Recording a result',
  async run({ repeats }) {
    const runs = await byTurns(
      repeats,
      CASES.map(({ steps, attachment = 0, marks, patterns = [] }) => ({ url }, idRoot) => {
        return runProgram('record', { url, idRoot, steps, attachment, marks, patterns });
      }),
    );
    const rows = CASES.flatMap(({ name, marks }, index) =>
      marks.map((mark, at) => [
        `${name}, ${stretch(marks[at - 1], mark)}`,
        ...['wall', 'cpu', 'process'].map((figure) =>
          spreadOf(runs[index] ?? [], (run) => run[`${figure}${mark}`] ?? Number.NaN, 1),
        ),
      ]),
    );
    return `Mapping, JSON and the write to the journal, while the delivery thread sends to a bare local server. µs per result: wall time and
main-thread CPU of the \`record\` call, and CPU of the whole process, which includes creating and delivering the records.
Target: at most 30 µs with 5 steps.

${table(['results', 'wall, µs', 'main thread, µs', 'process, µs'], rows)}`;
  },
};

function stretch(from: number | undefined, to: number): string {
  return from === undefined ? `the first ${number(to)}` : `from ${number(from)} to ${number(to)}`;
}
