import type { Column, Launch } from './columns/column.js';

/** The processes that rows examine. Many rows share one, because each takes seconds. */
export interface Plan {
  name: RunName;
  suites: readonly string[];
  bail?: boolean;
  /** Signal to send as soon as a suite waits for it. */
  signal?: NodeJS.Signals;
  /** Whether the configuration lists our reporter twice. */
  isListedTwice?: boolean;
  /** Whether there is no secret key, so that reporting is off. */
  keyless?: boolean;
}

export type RunName =
  | 'green'
  | 'red'
  | 'only'
  | 'unloadable'
  | 'afterAll'
  | 'exits'
  | 'killed'
  | 'bail'
  | 'SIGINT'
  | 'SIGTERM'
  | 'no key';

const GREEN = [
  'hooks',
  'steps',
  'concurrent',
  'titles',
  'api',
  'files',
  'outside',
  'clocks',
  'mocks',
  'dom',
  'built-ins',
];

const PLANS: readonly Plan[] = [
  { name: 'green', suites: GREEN },
  {
    name: 'red',
    suites: ['verdicts', 'equal-titles', 'clashing-titles', 'broken-hooks', 'retries', 'output', 'output-retries'],
    isListedTwice: true,
  },
  { name: 'only', suites: ['only'] },
  { name: 'unloadable', suites: ['fine', 'unloadable'] },
  { name: 'afterAll', suites: ['after-all'] },
  { name: 'exits', suites: ['exits', 'fine'] },
  { name: 'killed', suites: ['killed', 'fine'] },
  { name: 'bail', suites: ['bail'], bail: true },
  { name: 'SIGINT', suites: ['slow'], signal: 'SIGINT' },
  { name: 'SIGTERM', suites: ['slow'], signal: 'SIGTERM' },
  { name: 'no key', suites: ['api', 'outside', 'steps'], keyless: true },
];

/** Windows has no signals: a process is terminated there without notice. */
const HAS_SIGNALS = process.platform !== 'win32';

/**
 * The runs of a column, without the suites that cannot run there.
 *
 * @param isLong whether to take all of them, not only the sample of `npm test`
 */
export function plansOf({ runs, sample, without }: Column, isLong: boolean): Plan[] {
  const taken = isLong ? runs : sample;
  const possible = PLANS.filter((plan) => isPossible(plan) && (taken?.includes(plan.name) ?? true));
  return possible.map((plan) => ({ ...plan, suites: plan.suites.filter((suite) => !(suite in without)) }));
}

export function launchOf({ suites, bail = false, isListedTwice = false }: Plan, reporting: boolean): Launch {
  return { suites, bail, reporting, isListedTwice };
}

function isPossible({ name }: { name: RunName }): boolean {
  return HAS_SIGNALS || (name !== 'SIGINT' && name !== 'SIGTERM');
}
