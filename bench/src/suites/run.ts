import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Contestant, Delivered, Wiring } from '../peers/peer.js';
import { configure } from './configuration.js';
import { attachModule, extension, filesOf, type SuiteShape } from './generated-suite.js';
import { installedVersion } from './installation.js';
import { runTree, type Taken } from './process-tree.js';
import type { Services } from './service.js';

/** One run of a suite. Times in milliseconds. */
export interface Run extends Omit<Taken, 'endedAt'> {
  /** Time from the end of the last test to the end of the process. */
  tail: number;
  /** What arrived; nothing for the baseline. */
  delivered: Delivered | undefined;
  /** Package and version; none for the baseline. */
  reporter: string | undefined;
}

/** Runs a generated suite once, with this reporter or one that does nothing. */
export async function runSuite(
  folder: string,
  shape: SuiteShape,
  contestant: Contestant | undefined,
  services: Services,
): Promise<Run> {
  clear(folder);
  if (contestant === undefined) return runWith(folder, shape, undefined);
  const own = join(folder, 'service');
  mkdirSync(own);
  const service = await services.start(contestant, own);
  try {
    const wiring = contestant.wire(shape.framework, { url: service.url, folder: own });
    return { ...(await runWith(folder, shape, wiring)), delivered: await service.delivered() };
  } finally {
    await service.close();
  }
}

async function runWith(folder: string, shape: SuiteShape, wiring: Wiring | undefined): Promise<Run> {
  const { framework } = shape;
  const ends = join(folder, 'ends.txt');
  writeFileSync(ends, '');
  writeFileSync(join(folder, `attach.${extension(framework)}`), attachModule(framework, wiring?.attach));
  const args = configure(folder, framework, wiring);
  const { endedAt, ...taken } = await runTree(args, folder, { ...wiring?.env, BENCH_ENDS: ends });
  const lastTests = readFileSync(ends, 'utf8').split('\n').filter(Boolean).map(Number);
  if (lastTests.length !== filesOf(shape)) {
    throw new Error(`The last test ran in ${lastTests.length} of ${filesOf(shape)} files.\n${taken.output}`);
  }
  return {
    ...taken,
    tail: endedAt - Math.max(...lastTests),
    delivered: undefined,
    reporter: wiring && packageOf(wiring),
  };
}

/** Deletes what an earlier run left in the folder, except the frameworks' caches of transformed code. */
function clear(folder: string): void {
  for (const name of ['.testpoint', 'output', 'service']) rmSync(join(folder, name), { recursive: true, force: true });
  const cache = join(folder, 'cache');
  mkdirSync(cache, { recursive: true });
  // Based on the times of earlier runs, Jest would run small suites in its main process and others in workers.
  for (const name of readdirSync(cache)) if (name.startsWith('perf-cache-')) rmSync(join(cache, name));
}

/** Name and version of the reporter's package. In Jest, a test environment may take the reporter's place. */
function packageOf({ reporter, config }: Wiring): string {
  const module = reporter?.[0] ?? String(config?.testEnvironment);
  if (isAbsolute(module)) return module;
  if (module === 'junit') return 'its own JUnit reporter';
  const name = module.split('/', module.startsWith('@') ? 2 : 1).join('/');
  return `${name} ${installedVersion(name)}`;
}
