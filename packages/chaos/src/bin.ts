#!/usr/bin/env node
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Options, readOptions, USAGE } from './options.js';
import { PARTS } from './parts.js';

const options = given();
if (options?.isHelp) console.log(USAGE);
else process.exitCode = options === undefined ? 2 : await run(options);

/** Says which option is wrong, in one line. */
function given(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n', 1);
    console.error(`${message.replace(/\.$/, '')}; --help shows all options`);
  }
}

async function run(options: Options): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
  console.log(`seed ${options.seed}`);
  let failed = 0;
  for (const name of options.parts) {
    console.log(`\n== ${name}`);
    const own = join(folder, name);
    mkdirSync(own);
    const say = (line: string) => console.log(line);
    const { summary, ran, failures } = await PARTS[name].run({ ...options, folder: own, say });
    say(summary);
    if (ran === 0) failures.push(`The part "${name}" ran nothing`);
    for (const failure of failures) console.log(failure);
    failed += failures.length;
  }
  console.log(failed === 0 ? '\nNothing was lost' : `\n${failed} failed; their leftovers are in ${folder}`);
  return failed === 0 ? 0 : 1;
}
