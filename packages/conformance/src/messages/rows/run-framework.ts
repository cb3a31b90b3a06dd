import { join } from 'node:path';
import { type Framework, folderOf, ownFolder } from '../../columns/column.js';
import type { Bench } from '../bench.js';

const OURS = Object.fromEntries(
  (['playwright', 'jest', 'vitest', 'mocha'] as const).map((name) => [`@testpoint/${name}`, ownFolder(name)]),
);

/** Runs a framework in a folder with these files and all of our packages. */
export function runFramework(
  bench: Bench,
  framework: Framework,
  args: readonly string[],
  files: Record<string, string>,
): Promise<string> {
  const name = framework === 'playwright' ? '@playwright/test' : framework;
  const bin = { playwright: 'cli.js', jest: 'bin/jest.js', vitest: 'vitest.mjs', mocha: 'bin/mocha.js' }[framework];
  const folder = folderOf(name, framework);
  const links = { ...OURS, [name]: folder };
  const env = { TMS_CREATE_RUN: '0', TMS_TEST_POINTS: '' };
  return bench.node([join(folder, bin), ...args], { files: { 'package.json': '{}', ...files }, links, env });
}
