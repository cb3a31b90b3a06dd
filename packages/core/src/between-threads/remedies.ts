import { indexOf, matches } from '../built-ins/language.js';

const { platform } = process;
/** Characters that mean nothing to a shell. */
const PLAIN = /^[\w@%+=:,./\\-]+$/;

/** A path as it can be pasted into a command. */
export function asArgument(path: string): string {
  if (matches(PLAIN, path)) return path;
  return platform === 'win32' || indexOf(path, "'") >= 0 ? `"${path}"` : `'${path}'`;
}

/**
 * The command that creates a run and names it in the environment, for each of the system's shells. If it fails, it prints no
 * variables, unlike `export $(…)`.
 * @param options of `run create`, with a space in front
 */
export function runCreation(options = '', system = platform): string[] {
  const create = `npx testpoint run create${options}`;
  if (system !== 'win32') return [`TMS_TEST_RUN_ID=$(${create}) && export TMS_TEST_RUN_ID`];
  return [
    `$env:TMS_TEST_RUN_ID = ${create}  # PowerShell`,
    `for /f %i in ('${create}') do set TMS_TEST_RUN_ID=%i& rem cmd`,
  ];
}

/** The command that makes a session's report in a new folder, because its own could not be written. */
export function reportElsewhere(session: string): string {
  return `npx testpoint report ${asArgument(session)} --out testpoint-report-2`;
}
