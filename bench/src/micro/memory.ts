import { number, spreadBeside, spreadOf, table } from '../table.js';
import { runProgram } from './processes.js';
import { byTurns, type Measurement, type Turn } from './turns.js';

const SIZES = [0, 2_000, 50_000];
type Figures = Record<'rss' | 'heap' | 'peak', number>;

/** Measures how much memory a session adds to the process that runs the tests. */
export const memory: Measurement = {
  title: 'Memory',
  async run({ repeats }) {
    const cases = SIZES.flatMap((tests): Turn<Figures>[] => [
      ({ url }, idRoot) => runProgram('memory', { tests, url, idRoot }, ['--expose-gc']),
      (_, idRoot) => runProgram('memory', { tests, idRoot }, ['--expose-gc']),
    ]);
    const runs = await byTurns(repeats, cases);
    const rows = SIZES.map((tests, index) => {
      const [ours = [], bare = []] = runs.slice(2 * index);
      const added = (figure: keyof Figures) => spreadBeside(ours, bare, (run, other) => run[figure] - other[figure], 1);
      return [number(tests), spreadOf(bare, ({ rss }) => rss, 1), added('rss'), added('peak'), added('heap')];
    });
    return `MiB. A process creates records of this many tests with 5 steps, about 10 per millisecond, and keeps none of them. It runs with a
session that records and delivers them, and without a session. All figures except the peak are taken after a garbage collection of
the main thread. Resident memory includes the delivery thread; the heap is that of the main thread. Target: at most 20 MiB fixed, and
5 MiB more at 50,000 tests.

${table(['tests', 'resident without a session', 'added by a session', 'added to the peak', 'added to the heap'], rows)}`;
  },
};
