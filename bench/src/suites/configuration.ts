import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { frameworks } from '@testpoint/frameworks';
import { labs } from '@testpoint/frameworks/labs';
import type { Framework, Wiring } from '../peers/peer.js';
import { FIXTURES, INSTALLATION } from './places.js';

/** Number of simultaneous test processes, if the framework starts any. */
const WORKERS = 2;

/**
 * Writes a framework's configuration into a suite's folder. It is the same in all columns except for the reporter and what
 * that needs. Without a wiring, the only reporter does nothing.
 * @returns arguments for Node that run the suite in that folder
 */
export function configure(
  folder: string,
  framework: Framework,
  { reporter, setupFiles = [], config = {} }: Wiring = {},
): string[] {
  const { bin, run, bench } = labs[framework];
  const reporters = [[quietReporter(framework), {}] as const, ...(reporter === undefined ? [] : [reporter])];
  const parts = bench.configuration({ folder, workers: WORKERS, reporters, setupFiles, config });
  if ('args' in parts) return [bin, ...run, ...parts.args];
  const { file, configuration } = parts;
  writeFileSync(join(folder, file), `${EXPORTS[extname(file)] ?? ''}${JSON.stringify(configuration, undefined, 2)}\n`);
  // By its name, because Cucumber takes no whole path.
  return [join(INSTALLATION, 'node_modules', frameworks[framework].dependency, bin), ...run, '--config', file];
}

const EXPORTS: Record<string, string> = { '.js': 'module.exports = ', '.mjs': 'export default ' };

/** Path of a reporter that does nothing. */
export function quietReporter(framework: Framework): string {
  const { extension, quiet } = labs[framework].bench;
  return quiet ?? join(FIXTURES, extension === 'mjs' ? 'quiet.mjs' : 'quiet.cjs');
}
