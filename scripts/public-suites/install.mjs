import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from '../packing.mjs';
import { frameworks } from './frameworks.mjs';

/**
 * Installs a suite's package and the dependencies of its tests, and copies the package out of node_modules, where no
 * framework looks for tests.
 * @returns the folder to run in
 */
export function install(suite, folder, packed) {
  const sources = join(folder, 'suite');
  const installed = existsSync(sources);
  mkdirSync(folder, { recursive: true });
  if (!installed) writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  npm(folder, [
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
  for (const [path, text] of Object.entries(suite.files ?? {})) {
    mkdirSync(dirname(join(sources, path)), { recursive: true });
    writeFileSync(join(sources, path), text);
  }
  suite.prepare?.(sources);
  return sources;
}
