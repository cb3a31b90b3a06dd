import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Options, readOptions, USAGE } from './options.js';
import { PARTS } from './parts.js';

/** Runs the command with these arguments. @param say prints a line @returns its exit code */
export async function command(args: string[], say: (line: string) => void): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n', 1);
    say(`${message.replace(/\.$/, '')}; --help shows all options`);
    return 2;
  }
  if (options.isHelp) {
    say(USAGE);
    return 0;
  }
  return run(options, say);
}

async function run(options: Options, say: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
  say(`seed ${options.seed}`);
  let failed = 0;
  for (const name of options.parts) {
    say(`\n== ${name}`);
    const own = join(folder, name);
    mkdirSync(own);
    const { summary, ran, failures } = await PARTS[name].run({ ...options, folder: own, say });
    say(summary);
    if (ran === 0) failures.push(`The part "${name}" ran nothing`);
    for (const failure of failures) say(failure);
    failed += failures.length;
  }
  say(failed === 0 ? '\nNothing was lost' : `\n${failed} failed; their leftovers are in ${folder}`);
  return failed === 0 ? 0 : 1;
}
