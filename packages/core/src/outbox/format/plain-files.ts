import { HeldFiles } from '../../built-ins/held-file.js';
import { uncurry } from '../../built-ins/language.js';
import { plainFilesOf } from '../../built-ins/plain-file.js';

// Captured at load: a suite may stub Buffer in this process.
const { from } = Buffer;
const decoded: (bytes: Buffer) => string = uncurry(Buffer.prototype.toString as (this: Buffer) => string);

const fs = process.getBuiltinModule('node:fs');

/** Plain files for the reporter's process, captured at load, because a suite may mock fs there. */
export const plainFiles = plainFilesOf(fs, Buffer);
export const heldFiles = new HeldFiles(fs, plainFiles);

/** @param limit maximum number of bytes @throws like `PlainFiles.read` */
export function readText(path: string, limit: number): string {
  return decoded(from(plainFiles.read(path, limit)));
}
