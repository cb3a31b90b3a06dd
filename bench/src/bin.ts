#!/usr/bin/env node
import type { Part } from './part.js';

/** Loaded on demand, so that a part is not measured with another part's modules loaded. */
const PARTS: Record<string, () => Promise<Part>> = {
  suites: async () => (await import('./suites/part.js')).suites,
  micro: async () => (await import('./micro/part.js')).micro,
  server: async () => (await import('./server/part.js')).server,
  views: async () => (await import('./server/views.js')).views,
  commands: async () => (await import('./commands/part.js')).commands,
  against: async () => (await import('./against/part.js')).against,
};
/** Without `against`, which needs a commit. */
const BY_DEFAULT = ['suites', 'micro', 'server', 'views', 'commands'];

const USAGE = `npm run bench -- PART [options]

  PART      one of ${Object.keys(PARTS).join(', ')}; by default ${BY_DEFAULT.join(', ')}
  --help    show the options of PART`;

const [first, ...rest] = process.argv.slice(2);
const isPart = first !== undefined && !first.startsWith('-');
const args = isPart ? rest : process.argv.slice(2);
const isHelp = args.includes('--help');

if (isHelp) console.log(USAGE);
if (!isHelp || isPart) {
  for (const name of isPart ? [first] : BY_DEFAULT) await measure(name);
}

async function measure(name: string): Promise<void> {
  const load = PARTS[name];
  if (load === undefined) throw new Error(`There is no part "${name}".\n\n${USAGE}`);
  const part = await load();
  if (isHelp) {
    console.log(`\n${part.usage}`);
    return;
  }
  console.log(await part.run(args));
}
