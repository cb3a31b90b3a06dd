import { node } from '../built-ins/node.js';

/** @throws if the source can't be read or is not a plain file, or the target exists or can't be written */
export function copyPlainFile(source: string, target: string): void {
  if (node === undefined) throw new Error('no file system');
  node.plainFiles.copy(source, target);
}
