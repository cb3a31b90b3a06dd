import { namesIn, optionsIn, wholeNumber } from '../../../scripts/options.js';
import { COLUMNS, PARTS, type Part, type PartName } from './parts.js';
import type { PartOptions } from './scenario/run-scenarios.js';

/** The command's options. */
export interface Options extends Omit<PartOptions, 'folder' | 'say'> {
  isHelp: boolean;
  /** The chosen parts, in the order of execution. */
  parts: readonly PartName[];
}

const ALL_PARTS = Object.keys(PARTS) as PartName[];
/** Parts that take an hour or more, and only run on request. */
const LONGEST: readonly PartName[] = ['million', 'stubs'];

export const USAGE = `npm run test:chaos -- [options]

  --seed N       seed of the first random scenario, and of every other random choice (default: from the clock)
  --minutes M    how long to run random scenarios (default 5)
  --seeds N      number of random scenarios, instead of --minutes; of stubs (default all); of journals (default 10000)
  --only PARTS   comma-separated: ${ALL_PARTS.join(', ')} (default: all but ${LONGEST.join(' and ')})
  --results N    number of results in "million" (default 1000000)
  --columns C    comma-separated: ${COLUMNS.join(', ')} (default: all)
  --kind TEXT    only kinds of faults, stubs and disturbances whose names contain this text
  --at-once N    how many scenarios to run at once (default 4)

A failing scenario prints its seed. To repeat it: npm run test:chaos -- --only random --seed 17 --seeds 1`;

/** Reads the command's arguments. @throws an Error that names the wrong option, also if a part would run nothing */
export function readOptions(args: string[]): Options {
  const options = optionsIn(args, {
    ...{ seed: 1 + (Date.now() % 1_000_000), seeds: undefined, minutes: 5, results: 1_000_000, atOnce: 4 },
    ...{ only: ALL_PARTS.filter((part) => !LONGEST.includes(part)).join(), columns: undefined, kind: '', help: false },
  });
  const { kind, help: isHelp } = options;
  const chosen = namesIn('--only', options.only, ALL_PARTS);
  const parts = ALL_PARTS.filter((part) => chosen.includes(part));
  const columns = options.columns === undefined ? undefined : namesIn('--columns', options.columns, COLUMNS);
  for (const part of parts) {
    const { columns: own, kinds }: Part = PARTS[part];
    if (own && columns?.some((name) => own.includes(name)) === false) {
      throw new Error(`--columns: the part "${part}" has only ${own.join(', ')}`);
    }
    if (kinds?.some((name) => name.includes(kind)) === false) {
      throw new Error(`--kind: no kind of the part "${part}" contains "${kind}"; it has ${kinds.join('; ')}`);
    }
  }
  const seeds = options.seeds === undefined ? undefined : wholeNumber('--seeds', options.seeds);
  return { ...options, isHelp, parts, columns, seeds };
}
