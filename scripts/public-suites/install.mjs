import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm, writeProject } from '../projects.mjs';
import { frameworks } from './frameworks.mjs';

/**
 * Installs a suite's package and the dependencies of its tests, and copies the package out of node_modules, where no
 * framework looks for tests.
 * @returns the folder to run in
 */
export async function install(suite, folder, packed) {
  const sources = join(folder, 'suite');
  const installed = existsSync(sources);
  if (!installed) writeProject(folder, { 'package.json': '{ "private": true }' });
  await npm(folder, [
    'install',
    '--legacy-peer-deps',
    '--ignore-scripts',
    ...(installed ? [] : [frameworks[suite.framework].package, suite.source, ...(suite.needs ?? [])]),
    packed.core,
    packed[suite.framework],
  ]);
  rmSync(sources, { recursive: true, force: true });
  const name = suite.source.slice(0, suite.source.lastIndexOf('@'));
  cpSync(join(folder, 'node_modules', name), sources, { recursive: true });
  // The package's own configuration is for very old versions of the tools.
  for (const entry of readdirSync(sources))
    if (entry.startsWith('.')) rmSync(join(sources, entry), { recursive: true });
  writeProject(sources, suite.files ?? {});
  suite.prepare?.(sources);
  return sources;
}
