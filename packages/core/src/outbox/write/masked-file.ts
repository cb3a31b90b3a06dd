import { closeSync, readSync } from 'node:fs';
import { type FileRedaction, TextMasker } from '../../result/masking/text-masker.js';
import { isText, SAMPLE } from '../../result/text/text-content.js';
import { plainFiles } from '../format/plain-files.js';

/**
 * Rewrites a file's text without its secrets, block by block.
 * @param target must not exist; created only if something was masked
 * @returns whether something was masked
 * @throws if the source can't be read or the target can't be written
 */
export function maskFile(source: string, target: string, contentType: string, redaction: FileRedaction): boolean {
  const descriptor = plainFiles.open(source);
  try {
    const sample = blockAt(descriptor, 0);
    return isText(contentType, sample) && maskInto(target, descriptor, sample, redaction);
  } finally {
    closeSync(descriptor);
  }
}

function maskInto(path: string, source: number, first: Buffer, redaction: FileRedaction): boolean {
  const masker = new TextMasker(redaction);
  plainFiles.make(path, (target) => {
    let block = first;
    for (let position = 0; block.length > 0; block = blockAt(source, position)) {
      position += block.length;
      plainFiles.write(target, masker.add(block));
    }
    plainFiles.write(target, masker.end());
    return masker.hasFound;
  });
  return masker.hasFound;
}

/** A new block each time, because the masker keeps it. */
function blockAt(descriptor: number, position: number): Buffer {
  const block = Buffer.allocUnsafe(SAMPLE);
  return block.subarray(0, readSync(descriptor, block, 0, SAMPLE, position));
}
