import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Each is a dependency of the one before it; in other installations, only one of them may be found. */
const PACKAGES = ['@playwright/test', 'playwright', 'playwright-core'];

/** The folder with the trace viewer of the Playwright that is installed where the command runs; undefined without Playwright. */
export function traceViewerFolder(): string | undefined {
  let { resolve } = createRequire(join(process.cwd(), 'package.json'));
  for (const name of PACKAGES) {
    try {
      const manifest = resolve(`${name}/package.json`);
      const folder = join(dirname(manifest), 'lib/vite/traceViewer');
      if (existsSync(join(folder, 'index.html'))) return folder;
      resolve = createRequire(manifest).resolve;
    } catch {
      // The next one may be installed.
    }
  }
  return undefined;
}
