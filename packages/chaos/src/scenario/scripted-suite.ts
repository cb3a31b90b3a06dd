import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADAPTER } from '../programs.js';
import { externalIdOf, type SuiteScript } from '../suite/script.js';
import type { Suite } from './scenario.js';

/** A suite described by a script. It uses a session like a framework package does. By default, it closes it and exits with 0. */
export function scriptedSuite(differences: Pick<SuiteScript, 'name' | 'tests'> & Partial<SuiteScript>): Suite {
  const script: SuiteScript = {
    ...{ idRoot: '', ending: 'close', exitCode: 0, threadDiesBefore: [], handlesSignals: false },
    ...differences,
  };
  return {
    prepare(folder, environment) {
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'script.json');
      writeFileSync(file, JSON.stringify({ ...script, idRoot: folder }));
      return { args: [ADAPTER, file], cwd: folder, env: environment };
    },
    externalIds: script.tests.map((_, test) => externalIdOf(script.name, test)),
    end: { code: script.ending === 'throw' ? 1 : script.exitCode, signal: null },
    threadDeaths: script.threadDiesBefore.length,
  };
}
