import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '@testpoint/report';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { absolute, invocation } from '../invocation.js';
import { writeOut } from '../terminal.js';
import { filesAlready, nothingExported } from './messages.js';

/** Where a format that is one file is written, piece by piece. */
export interface OutputFile {
  write(text: string): void;
  /** Folder from which paths in the file start. */
  folder: string;
}

/** How much to collect before writing, characters. */
const PIECE = 65_536;

/** Writes a file whole or not at all. `-` is standard output. */
export function writeFileAt(place: string, produce: (file: OutputFile) => void): void {
  if (place === '-') {
    inPieces(invocation().folder, writeOut, produce);
    return;
  }
  const path = absolute(place);
  try {
    replaceFile(path, (draft) => {
      const descriptor = openSync(draft, 'w');
      try {
        inPieces(dirname(path), (text) => writeFileSync(descriptor, text), produce);
      } finally {
        closeSync(descriptor);
      }
    });
  } catch (error) {
    throw failedAt(path, error);
  }
}

/** Makes a folder whole or not at all. It must not exist, or be empty. */
export function writeFolderAt(place: string, produce: (folder: string) => void): void {
  const path = absolute(place);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(draft, { recursive: true });
    produce(draft);
    // Fails if the folder has files, which may be someone's results.
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw failedAt(path, error);
  }
}

function inPieces(folder: string, take: (text: string) => void, produce: (file: OutputFile) => void): void {
  let collected = '';
  produce({
    folder,
    write(text) {
      collected += text;
      if (collected.length < PIECE) return;
      take(collected);
      collected = '';
    },
  });
  take(collected);
}

function failedAt(path: string, error: unknown): CommandFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why = code === 'ENOTEMPTY' || code === 'EEXIST' ? filesAlready : messageOf(error);
  return new CommandFailure(nothingExported(path, why), EXIT.failed, error);
}
