import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FrameworkName } from '@testpoint/frameworks';
import { labs } from '@testpoint/frameworks/labs';
import { command, FIXTURES, FRAMEWORK_NAMES, suiteFolder } from '../programs.js';
import type { Column } from '../scenario/run-scenarios.js';
import type { Suite } from '../scenario/scenario.js';
import { type Ended, SuiteProcess } from '../suite/suite-process.js';

/** A column for each of these frameworks. First runs each suite without our reporter, to see how it ends. */
export function frameworkColumns(names: readonly string[], folder: string): Promise<Column[]> {
  return Promise.all(
    FRAMEWORK_NAMES.filter((name) => names.includes(name)).map(async (name) => ({
      name,
      suite: await suiteOf(name, folder),
    })),
  );
}

async function suiteOf(name: FrameworkName, folder: string): Promise<Suite> {
  const { file, args, attachesLate } = labs[name].chaos.faults;
  const { TESTS } = createRequire(import.meta.url)(join(FIXTURES, 'plan.cjs')) as { TESTS: { title: string }[] };
  return {
    prepare(own, environment) {
      mkdirSync(own, { recursive: true });
      const env = { ...environment, CHAOS_FOLDER: join(own, 'output') };
      return { args: command(name, args), cwd: suiteFolder(name, 'faults'), env };
    },
    externalIds: TESTS.map(({ title }) => `${file} > group > ${title}`),
    end: await withoutUs(name, folder, undefined),
    endAfterSignal: { SIGTERM: await withoutUs(name, folder, 'SIGTERM') },
    threadDeaths: 0,
    reportsCutShort: true,
    ...(attachesLate && { attachesLate }),
  };
}

/** How the suite ends without our reporter, by itself or by a signal in the middle. */
async function withoutUs(name: FrameworkName, folder: string, signal: NodeJS.Signals | undefined): Promise<Ended> {
  const own = join(folder, `${name}-without-us-${signal ?? 'to-its-end'}`);
  mkdirSync(own, { recursive: true });
  const env = { CHAOS_WITHOUT: '1', CHAOS_FOLDER: own };
  const { args, bareArgs = args } = labs[name].chaos.faults;
  const options = { args: command(name, bareArgs), cwd: suiteFolder(name, 'faults'), env };
  const suite: SuiteProcess = new SuiteProcess(options, (announced) => {
    if (signal !== undefined && announced === MIDDLE) suite.kill(signal);
  });
  const ended = await suite.ended;
  if (suite.announcements.length < MIDDLE) throw new Error(`The ${name} suite announces too little:\n${suite.output}`);
  return ended;
}

/** Number of announcements after which a suite is in the middle. */
const MIDDLE = 12;
