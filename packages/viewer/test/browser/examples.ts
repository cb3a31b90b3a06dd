import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url));

/** How each example runs its tests. */
const COMMANDS = {
  mocha: ['mocha/bin/mocha.js'],
  jest: ['jest/bin/jest.js'],
  vitest: ['vitest/vitest.mjs', 'run'],
  playwright: ['@playwright/test/cli.js', 'test'],
} as const;
export type Framework = keyof typeof COMMANDS;
export const FRAMEWORKS = Object.keys(COMMANDS) as Framework[];

/** Neither CI nor settings, which would lead the suites elsewhere. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const own =
    /^(?:TMS_|TESTPOINT_|CI$|GITHUB_|GITLAB_|JENKINS_|BUILD_|TF_BUILD|TEST_WORKER_INDEX|PW_|PLAYWRIGHT_|NODE_OPTIONS|FORCE_COLOR|DEBUG_COLORS)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Runs an example in a copy, as its user would, until everything is delivered. @returns what it printed */
export async function runExample(framework: Framework, folder: string, settings = {}): Promise<string> {
  const source = join(EXAMPLES, framework);
  const copy = join(folder, framework);
  const generated = new Set(['node_modules', '.testpoint', 'testpoint-report', 'test-results']);
  cpSync(source, copy, { recursive: true, filter: (path) => !generated.has(basename(path)) });
  symlinkSync(join(source, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const [program, ...args] = COMMANDS[framework];
  const child = spawn(process.execPath, [join(copy, 'node_modules', program), ...args], {
    cwd: copy,
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  await once(child, 'close');
  expect(printed).toContain('all delivered');
  return printed;
}
