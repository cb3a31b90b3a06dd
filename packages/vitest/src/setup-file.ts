import { fileURLToPath } from 'node:url';
import type { Session } from '@testpoint/core';
import type { Vitest } from 'vitest/node';

const HERE = import.meta.url;

/**
 * `?inline` makes Vite process the file, which in node_modules it would not: Node would evaluate it once per process
 * then, and only the first module of a worker that runs several (`isolate: false`) would be seen.
 */
const SETUP_FILE = `${posixPath('./setup.js')}?inline`;
const OWN_FOLDER = posixPath('.');

/** Adds the setup file to every project whose tests run in Node. It comes first: it is to see the hooks of the others. */
export function addSetupFile(vitest: Vitest, session: Session): void {
  for (const { config, name, vite } of vitest.projects) {
    if (config.browser?.enabled) {
      const project = name === '' ? 'Tests that run' : `Tests of project "${name}", which run`;
      session.notice(`${project} in a browser, have no hooks, steps or attachments in their results.`);
    } else if (!config.setupFiles.includes(SETUP_FILE)) {
      config.setupFiles.unshift(SETUP_FILE);
      // In jsdom and happy-dom Vite serves files of the workspace only; we may be linked, or in Yarn's cache.
      vite.config.server.fs.allow.push(OWN_FOLDER);
    }
  }
}

function posixPath(relative: string): string {
  return fileURLToPath(new URL(relative, HERE)).replaceAll('\\', '/');
}
