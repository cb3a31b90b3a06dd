import type { Launch } from '@testpoint/frameworks/lab';
import type { Column } from './column.js';

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
  /** Whether durations are milliseconds. Then none may be longer than 86.4 s, the limit of the interface, which counts seconds. */
  isExact?: boolean;
}

const GREEN = [
  ...['hooks', 'steps', 'concurrent', 'titles', 'api', 'files'],
  ...['outside', 'clocks', 'mocks', 'dom', 'built-ins'],
];
const RED = ['verdicts', 'equal-titles', 'clashing-titles', 'broken-hooks', 'retries', 'output', 'output-retries'];

const RUNS = {
  green: { suites: GREEN },
  red: { suites: RED, isListedTwice: true, isExact: true },
  only: { suites: ['only'] },
  unloadable: { suites: ['fine', 'unloadable'] },
  'unloadable late': { suites: ['fine', 'unloadable-late'] },
  afterAll: { suites: ['after-all'] },
  exits: { suites: ['exits', 'fine'] },
  killed: { suites: ['killed', 'fine'] },
  bail: { suites: ['bail'], bail: true },
  SIGINT: { suites: ['slow'], signal: 'SIGINT' },
  SIGTERM: { suites: ['slow'], signal: 'SIGTERM' },
  'no key': { suites: ['api', 'outside', 'steps'], keyless: true },
} satisfies Record<string, Omit<Plan, 'name'>>;
export type RunName = keyof typeof RUNS;

const PLANS: readonly Plan[] = Object.entries(RUNS).map(([name, run]) => ({ name: name as RunName, ...run }));

/** The first run with a suite. */
export function runWith(suite: string): RunName {
  const plan = PLANS.find(({ suites }) => suites.includes(suite));
  if (plan === undefined) throw new Error(`No run has the suite ${suite}`);
  return plan.name;
}

/** Windows has no signals: a process is terminated there without notice. */
const HAS_SIGNALS = process.platform !== 'win32';

/**
 * The runs of a column, without the suites that cannot run there.
 *
 * @param isLong whether to take all of them, not only the sample of `npm test`
 */
export function plansOf({ runs, sample, without = {} }: Column, isLong: boolean): Plan[] {
  const taken = isLong ? runs : sample;
  const possible = PLANS.filter(({ name, signal }) => (HAS_SIGNALS || !signal) && (taken?.includes(name) ?? true));
  return possible.map((plan) => ({ ...plan, suites: plan.suites.filter((suite) => !(suite in without)) }));
}

export function launchOf({ suites, bail = false, isListedTwice = false }: Plan, reporting: boolean): Launch {
  return { suites, bail, reporting, isListedTwice };
}
