import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, extname, join, resolve } from 'node:path';

/** Finds a command the same way as the system: by its path, or in the folders of PATH. */
export function findCommand(
  name: string,
  { env = process.env, platform = process.platform } = {},
): { trouble?: NodeJS.ErrnoException } {
  const isPath = /[\\/]/.test(platform === 'win32' ? name : name.replaceAll('\\', ''));
  const folders = isPath ? [''] : (pathOf(env) ?? '').split(delimiter);
  // Windows looks into the working directory first.
  if (!isPath && platform === 'win32') folders.unshift('.');
  const endings =
    platform === 'win32' && extname(name) === '' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
  let found: string | undefined;
  for (const folder of folders) {
    for (const ending of endings) {
      const path = isPath ? resolve(name + ending) : join(folder || '.', name + ending);
      if (!isFile(path)) continue;
      if (isExecutable(path)) return {};
      found ??= path;
    }
  }
  const trouble =
    found === undefined
      ? Object.assign(new Error(`there is no command ${name} ${isPath ? 'at this path' : 'in PATH'}`), {
          code: 'ENOENT',
        })
      : Object.assign(new Error(`${found} is not executable`), { code: 'EACCES' });
  return { trouble };
}

/** On Windows, the name of PATH is case-insensitive. */
function pathOf(env: NodeJS.ProcessEnv): string | undefined {
  return env.PATH ?? Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}

/** False also in a folder that can't be read, which shells skip, too. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
