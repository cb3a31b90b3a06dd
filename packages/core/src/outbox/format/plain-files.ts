import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { PlainFiles } from '../../plain-file.js';

/** For the reporter's process, captured at load: a suite may mock fs there. */
export const plainFiles = new PlainFiles({
  openSync,
  closeSync,
  statSync,
  fstatSync,
  readSync,
  writeSync,
  ftruncateSync,
  unlinkSync,
  copyFileSync,
  chmodSync,
  isLinux: process.platform === 'linux',
  constants,
  allocate: Buffer.allocUnsafe,
});
