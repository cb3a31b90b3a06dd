#!/usr/bin/env node
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Options, readOptions, USAGE, WrongOption } from './options.js';
import { PARTS } from './parts.js';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) console.log(USAGE);
  else process.exitCode = await run(options);
} catch (error) {
  if (!(error instanceof WrongOption)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(options: Options): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
  console.log(`seed ${options.seed}`);
  let failed = 0;
  for (const name of options.parts) {
    console.log(`\n== ${name}`);
    const { ran, failures } = await PARTS[name]({ ...options, folder, say: (line) => console.log(line) });
    if (ran === 0) failures.push(`The part "${name}" ran nothing`);
    for (const failure of failures) console.log(failure);
    failed += failures.length;
  }
  console.log(failed === 0 ? '\nNothing was lost' : `\n${failed} failed; their leftovers are in ${folder}`);
  return failed === 0 ? 0 : 1;
}
