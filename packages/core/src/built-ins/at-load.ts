/**
 * The process as it is when our code is loaded. Between that moment and the start of the session, a test file may replace
 * `process.env`, and change or delete the working folder: Mocha loads all test files before it creates its reporter.
 */
// Not `globalThis.process`, which is another object in each of Jest's sandboxes. A page has neither.
const host: Partial<NodeJS.Process> = typeof process === 'undefined' ? {} : process;

/** The object itself, not a copy: files that are loaded later add variables to it. Write to `process.env`, which processes inherit. */
export const env: NodeJS.ProcessEnv = host.env ?? {};

export const workingFolder: string = currentFolder();

/** A deleted folder has no path, but shells remember it. */
function currentFolder(): string {
  try {
    return host.cwd?.() ?? '/';
  } catch {
    return env.PWD ?? '/';
  }
}
