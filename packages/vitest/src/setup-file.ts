import { fileURLToPath } from 'node:url';
import type { Session } from '@testpoint/core';
import type { Vitest } from 'vitest/node';

/**
 * `?inline` makes Vite process the file, which in node_modules it would not: Node would evaluate it once per process
 * then, and only the first module of a worker that runs several (`isolate: false`) would be seen.
 */
const SETUP_FILE = `${fileURLToPath(new URL('./setup.js', import.meta.url)).replaceAll('\\', '/')}?inline`;

/** Adds the setup file to every project whose tests run in Node. It comes first: it is to see the hooks of the others. */
export function addSetupFile(vitest: Vitest, session: Session): void {
  for (const { config, name } of vitest.projects) {
    if (config.browser?.enabled) {
      const project = name === '' ? 'Tests that run' : `Tests of project "${name}", which run`;
      session.notice(`${project} in a browser, have no hooks, steps or attachments in their results.`);
    } else if (!config.setupFiles.includes(SETUP_FILE)) {
      config.setupFiles.unshift(SETUP_FILE);
    }
  }
}
