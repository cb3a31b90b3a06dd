#!/usr/bin/env node
import { writeSection } from './document.js';
import type { Part } from './part.js';

/** Loaded one by one, so that a part does not measure modules that another has loaded. */
const PARTS: Record<string, () => Promise<Part>> = {
  suites: async () => (await import('./suites/part.js')).suites,
  micro: async () => (await import('./micro/part.js')).micro,
  server: async () => (await import('./server/part.js')).server,
};

const USAGE = `npm run bench -- PART [options]

  PART      of ${Object.keys(PARTS).join(', ')}; without one all of them, one after the other
  --write   also write what was measured into docs/performance.md
  --help    the options of PART`;

const [first, ...rest] = process.argv.slice(2);
const isPart = first !== undefined && !first.startsWith('-');
const args = isPart ? rest : process.argv.slice(2);
const isHelp = args.includes('--help');

if (isHelp) console.log(USAGE);
if (!isHelp || isPart) {
  for (const name of isPart ? [first] : Object.keys(PARTS)) await measure(name);
}

async function measure(name: string): Promise<void> {
  const load = PARTS[name];
  if (load === undefined) throw new Error(`There is no part "${name}".\n\n${USAGE}`);
  const part = await load();
  if (isHelp) {
    console.log(`\n${part.usage}`);
    return;
  }
  const markdown = await part.run(args.filter((arg) => arg !== '--write'));
  console.log(markdown);
  if (args.includes('--write')) writeSection(name, markdown);
}
