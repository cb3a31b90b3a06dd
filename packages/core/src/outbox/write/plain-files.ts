import { plainFilesOf } from '../../built-ins/plain-file.js';

/** For the reporter's process, captured at load: a suite may mock fs there. */
export const plainFiles = plainFilesOf(process.getBuiltinModule('node:fs'), Buffer.allocUnsafe);
