import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADAPTER } from '../programs.js';
import { externalIdOf, type SuiteScript } from '../suite/script.js';
import type { Suite } from './scenario.js';

/** A suite described by a script. It uses a session like a framework package does. */
export function scriptedSuite(script: Omit<SuiteScript, 'idRoot' | 'options'>, diskLimit?: number): Suite {
  return {
    prepare(folder, environment) {
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'script.json');
      writeFileSync(file, JSON.stringify({ ...script, idRoot: folder, options: {} } satisfies SuiteScript));
      const command = { args: [ADAPTER, file], cwd: folder, env: environment };
      return diskLimit === undefined ? command : { ...command, diskLimit };
    },
    externalIds: script.tests.map((_, test) => externalIdOf(script.name, test)),
    end: { code: script.ending === 'throw' ? 1 : script.exitCode, signal: null },
    threadDeaths: script.threadDiesBefore.length,
  };
}
