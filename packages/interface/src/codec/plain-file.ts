import type fileSystem from 'node:fs';

type FileFunctions = Pick<typeof fileSystem, 'openSync' | 'closeSync' | 'statSync' | 'fstatSync' | 'constants'>;

/**
 * Every existing file of ours is opened here: whoever can write to its folder may have put a pipe or a device there, which could block
 * or never end. Checks the file before opening it, because opening a pipe already lets its writer continue. Then checks the descriptor,
 * because the path may lead to another file by then. Another process runs the text of this function, so it refers to nothing outside.
 * @param how `append` also reads; `create` is the same for a file that may not exist yet
 */
export function openPlainFile(
  { openSync, closeSync, statSync, fstatSync, constants }: FileFunctions,
  path: string,
  how: 'read' | 'append' | 'create' = 'read',
): number {
  const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  const refuseOther = (mode: number) => {
    const type = mode & 0o170000;
    if (type === 0o100000) return;
    const kind = { [0o040000]: 'a folder', [0o010000]: 'a named pipe', [0o140000]: 'a socket' }[type] ?? 'a device';
    throw new Error(`${path} is ${kind}, not a plain file`);
  };
  const status = statSync(path, how === 'create' ? { throwIfNoEntry: false } : undefined);
  if (status !== undefined) refuseOther(status.mode);
  const access = how === 'read' ? O_RDONLY : O_RDWR | O_APPEND | (how === 'create' ? O_CREAT : 0);
  const descriptor = openSync(path, access | O_NONBLOCK, 0o600);
  try {
    refuseOther(fstatSync(descriptor).mode);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
