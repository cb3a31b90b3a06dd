import fs, {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPlainFile } from '@testpoint/interface/codec';
import { type ReportFile, TEXT_IN_RESULT } from '../format.js';
import { type Masking, TEXT_SAMPLE } from '../masking.js';
import { MISSING } from '../messages.js';
import { attachmentPlace } from '../read/attachment-places.js';
import { copyPlainFile } from '../read/plain-file.js';
import type { SourceAttachment } from '../read/report-source.js';

/** Errors of a full or read-only disk, which fail the whole report, not only one attachment. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Puts attachments into a report's folder: linked if nothing has to be masked, else copied. */
export class AttachmentCopies {
  readonly #directory: string;
  readonly #masking: Masking;
  /** Number of attachments by session. */
  readonly #counts = new Map<number, number>();
  readonly #sample = Buffer.allocUnsafe(TEXT_SAMPLE);

  constructor(directory: string, masking: Masking) {
    this.#directory = directory;
    this.#masking = masking;
  }

  /** @throws if the report's disk is full */
  async take(session: number, attachment: SourceAttachment): Promise<ReportFile> {
    const { path, missing } = attachment;
    if (path === undefined) return { missing: missing ?? MISSING.notKept };
    try {
      return await this.#copy(session, attachment, path);
    } catch (error) {
      if (error instanceof Error && 'code' in error && NO_ROOM.has(error.code)) throw error;
      return { missing: error instanceof Error ? error.message : String(error) };
    }
  }

  async #copy(session: number, attachment: SourceAttachment, path: string): Promise<ReportFile> {
    const { bytes, isText: hasText } = this.#lookAt(path, attachment.contentType);
    const place = attachmentPlace(session, this.#number(session), attachment, hasText);
    const target = join(this.#directory, place);
    if (hasText && this.#masking.isNeeded) {
      const masked = createWriteStream(target, { flags: 'wx' });
      await pipeline(createReadStream(path, { fd: openPlainFile(fs, path) }), this.#masking.stream(), masked);
      return textFile(this.#directory, place, masked.bytesWritten);
    }
    try {
      linkSync(path, target);
    } catch {
      // It is on another disk, or the file system has no links.
      await copyPlainFile(path, target);
    }
    return hasText ? textFile(this.#directory, place, bytes) : { path: place, bytes };
  }

  #lookAt(path: string, contentType: string): { bytes: number; isText: boolean } {
    const descriptor = openPlainFile(fs, path);
    try {
      const { size } = fstatSync(descriptor);
      const read = readSync(descriptor, this.#sample, 0, TEXT_SAMPLE, 0);
      return { bytes: size, isText: this.#masking.isText(contentType, this.#sample.subarray(0, read)) };
    } finally {
      closeSync(descriptor);
    }
  }

  #number(session: number): number {
    const number = (this.#counts.get(session) ?? 0) + 1;
    if (number === 1) mkdirSync(join(this.#directory, 'attachments', String(session + 1)), { recursive: true });
    this.#counts.set(session, number);
    return number;
  }
}

/** A page from `file://` can't read files, so short ones are also in the result. */
function textFile(directory: string, path: string, bytes: number): ReportFile {
  const file = { path, bytes, isText: true };
  return bytes > TEXT_IN_RESULT ? file : { ...file, text: readFileSync(join(directory, path), 'utf8') };
}
