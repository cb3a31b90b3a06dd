import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { frameworks } from '@testpoint/frameworks';
import { absolute } from '../invocation.js';

/** The framework that records traces. */
export const TRACING = Object.values(frameworks).find(({ traces }) => traces !== undefined);

/** The folder with the trace viewer of that framework, if it is installed where the command runs. */
export function traceViewerFolder(): string | undefined {
  let { resolve } = createRequire(absolute('package.json'));
  const { packages = [], viewer = '' } = TRACING?.traces ?? {};
  for (const name of packages) {
    try {
      const manifest = resolve(`${name}/package.json`);
      const folder = join(dirname(manifest), viewer);
      if (existsSync(join(folder, 'index.html'))) return folder;
      resolve = createRequire(manifest).resolve;
    } catch {
      // The next one may be installed.
    }
  }
  return undefined;
}
