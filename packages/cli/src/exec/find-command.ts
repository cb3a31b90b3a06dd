import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';
import { absolute, invocation } from '../invocation.js';
import { folderAsCommand, noCommand } from './messages.js';

/** Finds a command the same way as the system: by its path, or in the folders of PATH. */
export function findCommand(
  name: string,
  platform: NodeJS.Platform = process.platform,
): { trouble?: NodeJS.ErrnoException } {
  const { env } = invocation();
  const isWindows = platform === 'win32';
  const isPath = /[\\/]/.test(isWindows ? name : name.replaceAll('\\', ''));
  const folders = isPath ? [''] : (pathOf(env) ?? '').split(delimiter);
  // Windows looks into the working directory first.
  if (!isPath && isWindows) folders.unshift('.');
  const extensions = isWindows ? (env.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').toUpperCase().split(';') : [];
  const isProgram = (path: string) => extensions.includes(extname(path).toUpperCase());
  const endings = isProgram(name) ? [''] : [...extensions, ''];
  let unusable: string | undefined;
  for (const folder of folders) {
    for (const ending of endings) {
      const path = isPath ? absolute(name + ending) : absolute(folder || '.', name + ending);
      if (!statsOf(path)?.isFile()) continue;
      if (isWindows ? isProgram(path) || isScript(path) : isExecutable(path)) return {};
      unusable ??= `${path} is not executable`;
    }
  }
  if (unusable === undefined && statsOf(absolute(name))?.isDirectory()) unusable = folderAsCommand(name);
  const trouble =
    unusable === undefined
      ? Object.assign(new Error(noCommand(name, isPath)), { code: 'ENOENT' })
      : Object.assign(new Error(unusable), { code: 'EACCES' });
  return { trouble };
}

/** On Windows, the name of PATH is case-insensitive. */
function pathOf(env: NodeJS.ProcessEnv): string | undefined {
  return env.PATH ?? Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}

/** Undefined also in a folder that can't be read, which shells skip, too. */
function statsOf(path: string): Stats | undefined {
  return ifPossible(() => statSync(path));
}

function isExecutable(path: string): boolean {
  return ifPossible(() => accessSync(path, constants.X_OK) === undefined) === true;
}

/** Whether its first line names a program. Such a file runs on Windows, too (cross-spawn). */
function isScript(path: string): boolean {
  const start = Buffer.alloc(2);
  ifPossible(() => {
    const file = openSync(path, 'r');
    try {
      readSync(file, start, 0, start.length, 0);
    } finally {
      closeSync(file);
    }
  });
  return start.toString() === '#!';
}

function ifPossible<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
