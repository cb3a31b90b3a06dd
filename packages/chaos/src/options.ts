import { parseArgs } from 'node:util';
import { FAULT_KINDS } from './matrix/fault-kinds.js';
import { FRAMEWORK_NAMES } from './matrix/framework-columns.js';
import { PARTS, type Part, type PartOptions } from './parts.js';
import { SCRIPTED } from './scenario/run-seeds.js';
import { STUB_KINDS } from './stubs/run-stubs.js';
import { STUB_COLUMNS } from './stubs/stub-column.js';
import { DISTURBANCES } from './trials/disturbed-suites.js';

/** The command's options. */
export interface Options extends Omit<PartOptions, 'folder' | 'say'> {
  isHelp: boolean;
  /** The chosen parts, in the order of execution. */
  parts: readonly Part[];
}

/** An option has a value that it can't have. The message names the option and the possible values. */
export class WrongOption extends Error {
  readonly code = 'WRONG_OPTION';
}

const ALL_PARTS = Object.keys(PARTS) as Part[];
/** Parts that take an hour or more, and only run on request. */
const LONGEST: readonly Part[] = ['million', 'stubs'];
const COLUMNS = [SCRIPTED, ...FRAMEWORK_NAMES];

/** The columns that a part has, and its kinds of faults, stubs or disturbances. Other parts ignore these options. */
const CHOICES: Partial<Record<Part, { columns: readonly string[]; kinds?: readonly string[] }>> = {
  matrix: { columns: COLUMNS, kinds: namesOf(FAULT_KINDS) },
  kills: { columns: COLUMNS },
  unchanged: { columns: FRAMEWORK_NAMES, kinds: namesOf(DISTURBANCES) },
  stubs: { columns: namesOf(STUB_COLUMNS), kinds: STUB_KINDS },
  random: { columns: COLUMNS },
};

export const USAGE = `npm run test:chaos -- [options]

  --seed N       seed of the first random scenario, and of every other random choice (default: from the clock)
  --minutes M    how long to run random scenarios (default 5)
  --seeds N      number of random scenarios, instead of --minutes; of stubs (default all); of journals (default 10000)
  --only PARTS   comma-separated: ${ALL_PARTS.join(', ')} (default: all but ${LONGEST.join(' and ')})
  --million      also run the part "million"; to run it alone, use --only million
  --results N    number of results in "million" (default 1000000)
  --columns C    comma-separated: ${COLUMNS.join(', ')} (default: all)
  --kind TEXT    only kinds of faults, stubs and disturbances whose names contain this text
  --at-once N    how many scenarios to run at once (default 4)

A failing scenario prints its seed. To repeat it: npm run test:chaos -- --only random --seed 17 --seeds 1`;

/** Reads the command's arguments. @throws {WrongOption} if they would make a part run nothing */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  const usual = ALL_PARTS.filter((part) => !LONGEST.includes(part));
  const chosen = [...(values.only?.split(',') ?? usual), ...(values.million ? ['million'] : [])];
  checkNames('--only', chosen, ALL_PARTS);
  const parts = ALL_PARTS.filter((part) => chosen.includes(part));
  const columns = values.columns?.split(',');
  checkNames('--columns', columns ?? [], COLUMNS);
  const { kind = '' } = values;
  for (const part of parts) {
    const { columns: own = [], kinds } = CHOICES[part] ?? {};
    if (own.length > 0 && columns?.some((name) => own.includes(name)) === false) {
      throw new WrongOption(`--columns: the part "${part}" has only ${own.join(', ')}`);
    }
    if (kinds?.some((name) => name.includes(kind)) === false) {
      throw new WrongOption(`--kind: no kind of the part "${part}" contains "${kind}"; it has ${kinds.join('; ')}`);
    }
  }
  return {
    ...{ isHelp: values.help === true, parts, columns, kind },
    seed: wholeNumber('--seed', values.seed, 0) ?? Date.now() % 1_000_000,
    minutes: wholeNumber('--minutes', values.minutes, 1) ?? 5,
    seeds: wholeNumber('--seeds', values.seeds, 1),
    results: wholeNumber('--results', values.results, 1) ?? 1_000_000,
    atOnce: wholeNumber('--at-once', values['at-once'], 1) ?? 4,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        seed: { type: 'string' },
        minutes: { type: 'string' },
        seeds: { type: 'string' },
        only: { type: 'string' },
        million: { type: 'boolean' },
        results: { type: 'string' },
        columns: { type: 'string' },
        kind: { type: 'string' },
        'at-once': { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new WrongOption(`${(error as Error).message.split('\n', 1)[0]}; --help shows all options`, { cause: error });
  }
}

function checkNames(option: string, names: readonly string[], possible: readonly string[]): void {
  const unknown = names.find((name) => !possible.includes(name));
  if (unknown !== undefined) throw new WrongOption(`${option}: "${unknown}" is not one of ${possible.join(', ')}`);
}

function wholeNumber(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) < least) {
    throw new WrongOption(`${option}: "${text}" is not a whole number from ${least}`);
  }
  return Number(text);
}

function namesOf(named: readonly { name: string }[]): string[] {
  return named.map(({ name }) => name);
}
