import { basename } from 'node:path';
import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { findManifest } from '../init/manifest.js';

/** The commands of frameworks, and their files that Node may run. */
const PROGRAM = new RegExp(`(?:^|[\\\\/])(?:${FRAMEWORKS.map(({ program }) => program).join('|')})(?:\\.[cm]?js)?$`);
/** The options with which Node itself runs tests. */
const BUILT_IN = FRAMEWORKS.flatMap(({ comesWithNode, command }) => (comesWithNode ? [command.slice(1)] : []));
/** How a shell starts another program. */
const SHELL = /[;&|<>`$()\n]/;
const ASSIGNMENT = /^\w+=/;
/** Options of package managers, which may be shortened, for scripts of other packages and folders. */
const ELSEWHERE = /^-(?:[rFCw]|ws|-(?:recursive|filter|dir|prefix|cwd|w)[\w-]*)(?:=|$)/;
/** Scripts that call scripts. */
const DEEPEST = 4;

/**
 * Whether a command starts a test framework and nothing else, so that its exit code is the framework's. Looks through npx and the scripts
 * of package.json; false if it can't tell.
 */
export function isOnlySuite(command: readonly string[], folder: string, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  const words = withoutVariables(command);
  const [program = '', ...rest] = words;
  const again = (next: readonly string[]) => isOnlySuite(next, folder, depth + 1);
  const name = basename(program).replace(/\.(?:cmd|exe|ps1)$/i, '');
  if (PROGRAM.test(name)) return true;
  switch (name) {
    case 'node':
      return (
        BUILT_IN.some((options) => options.every((option) => rest.includes(option))) ||
        PROGRAM.test(rest.find((word) => !word.startsWith('-')) ?? '')
      );
    case 'npx':
    case 'bunx':
      return !ELSEWHERE.test(rest[0] ?? '') && again(rest.filter((word, index) => index > 0 || !word.startsWith('-')));
    case 'npm':
    case 'pnpm':
    case 'yarn':
      return ofManager(name, rest);
    default:
      return false;
  }

  function ofManager(manager: string, [verb = '', ...args]: readonly string[]): boolean {
    if (verb === 'exec' && manager !== 'npm') return again(args);
    if (verb === 'run' || verb === 'run-script') return isScript(args[0] ?? '', args);
    if (verb === 'test' || verb === 't') return isScript('test', args);
    // "pnpm e2e" and "yarn jest" name a script or a program.
    return manager !== 'npm' && (scriptsOf(folder)[verb] !== undefined ? isScript(verb, args) : again([verb, ...args]));
  }

  /** What follows a failed script never starts, so a script around it may hide something. */
  function isScript(script: string, args: readonly string[]): boolean {
    const end = args.indexOf('--');
    if (args.slice(0, end < 0 ? args.length : end).some((arg) => ELSEWHERE.test(arg))) return false;
    const scripts = scriptsOf(folder);
    const body = scripts[script];
    if (body === undefined || SHELL.test(body)) return false;
    if (scripts[`pre${script}`] !== undefined || scripts[`post${script}`] !== undefined) return false;
    return again(body.trim().split(/\s+/));
  }
}

function withoutVariables(words: readonly string[]): readonly string[] {
  const start = words[0] === 'cross-env' ? 1 : 0;
  const first = words.findIndex((word, index) => index >= start && !ASSIGNMENT.test(word));
  return first < 0 ? [] : words.slice(first);
}

function scriptsOf(folder: string): Readonly<Record<string, string | undefined>> {
  return findManifest(folder)?.scripts ?? {};
}
