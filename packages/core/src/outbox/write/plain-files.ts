import { plainFilesOf } from '../../built-ins/plain-file.js';

/** Plain files for the reporter's process, captured at load, because a suite may mock fs there. */
export const plainFiles = plainFilesOf(process.getBuiltinModule('node:fs'), Buffer.allocUnsafe);
