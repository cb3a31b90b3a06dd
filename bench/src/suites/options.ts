import { parseArgs } from 'node:util';
import type { Framework } from '../peers/peer.js';
import { contestantNamed, contestants } from './contestant.js';
import { FRAMEWORKS } from './frameworks.js';
import type { Plan } from './measurement.js';

export const USAGE = `suites: what reporting costs real suites, ours beside the peers; lists with commas
  --frameworks LIST  of ${FRAMEWORKS.join(', ')} (all)
  --columns LIST     of ${contestants.map(({ name }) => name).join(', ')} (all)
  --latencies LIST   milliseconds that each request to a service waits (0,50)
  --sizes LIST       tests of the suites; two or more for a fixed cost and a slope (2000)
  --pairs N          how often each is run, beside a run with nothing (5)
  --test-time MS     what each test waits, as for a browser (0)
  --out FILE         leave what every run took there, as JSON
  --from FILES       measure nothing: the tables of such files`;

export interface SuitesOptions {
  plan: Plan;
  out: string | undefined;
  from: readonly string[] | undefined;
}

/** @throws an Error that names the wrong option */
export function readOptions(args: readonly string[]): SuitesOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      frameworks: { type: 'string', default: FRAMEWORKS.join() },
      columns: { type: 'string', default: contestants.map(({ name }) => name).join() },
      latencies: { type: 'string', default: '0,50' },
      sizes: { type: 'string', default: '2000' },
      pairs: { type: 'string', default: '5' },
      'test-time': { type: 'string', default: '0' },
      out: { type: 'string' },
      from: { type: 'string' },
    },
  });
  return {
    plan: {
      frameworks: values.frameworks.split(',').map(frameworkNamed),
      contestants: values.columns.split(',').map(contestantNamed),
      latencies: values.latencies.split(',').map((text) => whole('--latencies', text, 0)),
      sizes: values.sizes
        .split(',')
        .map((text) => whole('--sizes', text, 1))
        .sort((a, b) => a - b),
      pairs: whole('--pairs', values.pairs, 1),
      testTime: whole('--test-time', values['test-time'], 0),
    },
    out: values.out,
    from: values.from?.split(','),
  };
}

function frameworkNamed(name: string): Framework {
  const found = FRAMEWORKS.find((framework) => framework === name);
  if (found !== undefined) return found;
  throw new Error(`There is no framework "${name}", only ${FRAMEWORKS.join(', ')}.`);
}

function whole(option: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw new Error(`${option} takes whole numbers from ${least}, not "${text}".`);
}
