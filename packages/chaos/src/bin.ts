#!/usr/bin/env node
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PARTS, type Part, type PartOptions } from './parts.js';

const USAGE = `npm run test:chaos -- [options]

  --seed N       seed of the first random scenario, and of every other random choice (default: from the clock)
  --minutes M    how long to run random scenarios (default 5)
  --seeds N      number of random scenarios, instead of --minutes; of stubs (default all); of journals (default 10000)
  --only PARTS   comma-separated: ${Object.keys(PARTS).join(', ')} (default: all but million and stubs)
  --million      also run the part "million"; to run it alone, use --only million
  --results N    number of results in "million" (default 1000000)
  --columns C    comma-separated: scripted, playwright, jest, vitest, mocha (default: all)
  --kind TEXT    only kinds of faults, stubs and disturbances whose names contain this text
  --at-once N    how many scenarios to run at once (default 4)

A failing scenario prints its seed. To repeat it: npm run test:chaos -- --only random --seed 17 --seeds 1`;

/** Parts that take an hour or more, and only run on request. */
const LONGEST: readonly Part[] = ['million', 'stubs'];

const { values } = parseArgs({
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
});

if (values.help) console.log(USAGE);
else process.exitCode = await run();

async function run(): Promise<number> {
  const options: PartOptions = {
    seed: number(values.seed) ?? Date.now() % 1_000_000,
    minutes: number(values.minutes) ?? 5,
    seeds: number(values.seeds),
    results: number(values.results) ?? 1_000_000,
    columns: values.columns?.split(','),
    kind: values.kind ?? '',
    atOnce: number(values['at-once']) ?? 4,
    folder: mkdtempSync(join(tmpdir(), 'testpoint-chaos-')),
    say: (line) => console.log(line),
  };
  console.log(`seed ${options.seed}`);
  let failed = 0;
  for (const name of chosen()) {
    console.log(`\n== ${name}`);
    const failures = await PARTS[name](options);
    for (const failure of failures) console.log(failure);
    failed += failures.length;
  }
  console.log(failed === 0 ? '\nNothing was lost' : `\n${failed} failed; their leftovers are in ${options.folder}`);
  return failed === 0 ? 0 : 1;
}

function chosen(): Part[] {
  if (values.only === undefined) {
    const usual = (Object.keys(PARTS) as Part[]).filter((name) => !LONGEST.includes(name));
    return values.million === true ? [...usual, 'million'] : usual;
  }
  const wanted = values.only.split(',');
  const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}".\n\n${USAGE}`);
  return wanted as Part[];
}

function number(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`"${text}" is not a number.\n\n${USAGE}`);
  return value;
}
