import fs from 'node:fs';
import { PlainFiles } from '../plain-file.js';

const {
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
  constants,
} = fs;

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
