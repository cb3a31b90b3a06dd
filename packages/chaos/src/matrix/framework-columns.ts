import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { COMMANDS, FIXTURES, MOCHA_SUITE } from '../programs.js';
import type { Column } from '../scenario/run-scenarios.js';
import type { Suite } from '../scenario/scenario.js';
import { type Ended, SuiteProcess } from '../suite/suite-process.js';

/** A framework as the laboratory runs it. */
interface Framework {
  name: string;
  /** The suite's file, as it appears in external ids. */
  file: string;
  /** Arguments of Node in the folder of the suite, where the framework finds its configuration. */
  args: string[];
  /** Arguments without our reporter, if CHAOS_WITHOUT alone can't leave it out. */
  bareArgs?: string[];
  attachesLate?: true;
}

const FRAMEWORKS: readonly Framework[] = [
  { name: 'playwright', file: 'suite.spec.ts', args: COMMANDS.playwright },
  { name: 'jest', file: 'suite.test.cjs', args: COMMANDS.jest, attachesLate: true },
  { name: 'vitest', file: 'suite.test.mjs', args: COMMANDS.vitest },
  { name: 'mocha', file: 'suite.cjs', ...MOCHA_SUITE },
];

/** A column for each of these frameworks. First runs each suite without our reporter, to see how it ends. */
export function frameworkColumns(names: readonly string[], folder: string): Promise<Column[]> {
  return Promise.all(
    FRAMEWORKS.filter(({ name }) => names.includes(name)).map(async (framework) => ({
      name: framework.name,
      suite: await suiteOf(framework, folder),
    })),
  );
}

export const FRAMEWORK_NAMES: readonly string[] = FRAMEWORKS.map(({ name }) => name);

async function suiteOf(framework: Framework, folder: string): Promise<Suite> {
  const { name, file, args } = framework;
  const cwd = join(FIXTURES, name);
  const { TESTS } = createRequire(import.meta.url)(join(FIXTURES, 'plan.cjs')) as { TESTS: { title: string }[] };
  return {
    prepare(own, environment) {
      mkdirSync(own, { recursive: true });
      return { args, cwd, env: { ...environment, CHAOS_FOLDER: join(own, 'output') } };
    },
    externalIds: TESTS.map(({ title }) => `${file} > group > ${title}`),
    end: await withoutUs(framework, folder, undefined),
    endAfterSignal: { SIGTERM: await withoutUs(framework, folder, 'SIGTERM') },
    threadDeaths: 0,
    reportsCutShort: true,
    ...(framework.attachesLate && { attachesLate: true }),
  };
}

/** How the suite ends without our reporter, by itself or by a signal in the middle. */
async function withoutUs(
  { name, args, bareArgs = args }: Framework,
  folder: string,
  signal: NodeJS.Signals | undefined,
): Promise<Ended> {
  const own = join(folder, `${name}-without-us-${signal ?? 'to-its-end'}`);
  mkdirSync(own, { recursive: true });
  const env = { CHAOS_WITHOUT: '1', CHAOS_FOLDER: own };
  const suite: SuiteProcess = new SuiteProcess({ args: bareArgs, cwd: join(FIXTURES, name), env }, (announced) => {
    if (signal !== undefined && announced === MIDDLE) suite.kill(signal);
  });
  const ended = await suite.ended;
  if (suite.announcements.length < MIDDLE) throw new Error(`The ${name} suite announces too little:\n${suite.output}`);
  return ended;
}

/** Number of announcements after which a suite is in the middle. */
const MIDDLE = 12;
