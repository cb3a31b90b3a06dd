import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Session } from '@testpoint/core/adapter';
import type { TestProject, Vitest } from 'vitest/node';
import { noAnswer, noBrowserCommands, setupNotProcessed } from './messages.js';
import { receiveFromPages } from './pages.js';

const HERE = import.meta.url;
const SETUP_FILE = posixPath('./setup.js');
/**
 * `?inline` makes Vite process the file, even in node_modules, since otherwise Node would evaluate it once per process, and
 * only the first module of a worker that runs several (`isolate: false`) would be observed.
 */
const INLINE_SETUP_FILE = `${SETUP_FILE}?inline`;
const OWN_FOLDER = posixPath('.');
/** How long Vite and its plugins may take to process the file, milliseconds. */
const PATIENCE = 15_000;

/** Adds the setup file to every project. It comes first, so that it sees the hooks of the others. */
export function addSetupFile(vitest: Vitest, session: Session): void {
  for (const project of vitest.projects) {
    const { config, vite } = project;
    if (!config.setupFiles.includes(setupFileOf(project))) {
      config.setupFiles.unshift(setupFileOf(project));
      // In jsdom and happy-dom, Vite serves only files of the workspace; we may be linked, or in Yarn's cache.
      vite.config.server.fs.allow.push(OWN_FOLDER);
    }
    if ('browser' in project && project.browser !== undefined) openPages(project, session);
  }
}

/** Call it when the server of a project's browser exists: in Vitest 5 from the start, before that when its tests begin. */
export function openPages(project: TestProject, session: Session): void {
  const { channelDirectory } = session;
  if (channelDirectory === undefined || receiveFromPages(project, channelDirectory, OWN_FOLDER)) return;
  session.notice(noBrowserCommands(testsOf(project)));
}

/**
 * Removes the setup file from projects that can't process it: a plugin may throw on files that it does not know, which would
 * fail every test file. This costs nothing, because the test processes request the same file later.
 */
export async function dropUnusableSetupFile(vitest: Vitest, session: Session): Promise<void> {
  await Promise.all(
    vitest.projects.map(async (project) => {
      const { setupFiles } = project.config;
      // Without Vite's runner, Node loads the file and no plugin is involved.
      if (!setupFiles.includes(INLINE_SETUP_FILE)) return;
      try {
        await Promise.race([transform(project), overdue()]);
      } catch (error) {
        const index = setupFiles.indexOf(INLINE_SETUP_FILE);
        if (index >= 0) setupFiles.splice(index, 1);
        const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
        session.notice(setupNotProcessed(testsOf(project), SETUP_FILE, reason));
      }
    }),
  );
}

/** A page loads the file once for each module. So does Node, without Vite's runner (`experimental.viteModuleRunner: false`). */
function setupFileOf({ config }: TestProject): string {
  const { viteModuleRunner } = (config.experimental ?? {}) as { viteModuleRunner?: boolean };
  return viteModuleRunner === false || config.browser?.enabled ? SETUP_FILE : INLINE_SETUP_FILE;
}

/** Processes it as the test processes will: Vite has one environment for tests in Node and one for tests with a DOM. */
async function transform({ vite, config }: TestProject): Promise<void> {
  const isServer = config.environment !== 'jsdom' && config.environment !== 'happy-dom';
  const url = urlOf(INLINE_SETUP_FILE, vite.config.root);
  const environments = vite.environments as typeof vite.environments | undefined;
  if (environments === undefined) await vite.transformRequest(url, { ssr: isServer });
  else await (isServer ? environments.ssr : environments.client).transformRequest(url);
}

/**
 * Uses Vite's own form of the path. With another form, Vitest 5 would not find the file again, and would run it for the
 * first test file only.
 */
function urlOf(file: string, root: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs/${file.replace(/^\//, '')}`;
}

/** Rejects when Vite has needed too long. */
async function overdue(): Promise<never> {
  await sleep(PATIENCE, undefined, { ref: false });
  throw new Error(noAnswer(PATIENCE / 1_000));
}

function testsOf({ name }: TestProject): string {
  return name === '' ? 'Tests' : `Tests of project "${name}"`;
}

function posixPath(relative: string): string {
  return fileURLToPath(new URL(relative, HERE)).replaceAll('\\', '/');
}
