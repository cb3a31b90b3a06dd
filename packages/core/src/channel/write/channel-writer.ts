import { newGuid } from '../../built-ins/guid.js';
import type { HeldFile } from '../../built-ins/held-file.js';
import { bytesOf, node, withOwnPaths } from '../../built-ins/node.js';
import { toJson } from '../../built-ins/plain-json.js';
import { briefly } from '../../in-test/json-safe.js';
import { extensionOfCopy } from '../../in-test/media-type.js';
import type { AttachmentRecord } from '../../model.js';
import { noFileSystem, refusedByFileSystem } from '../../result/attachment-messages.js';
import type { ChannelData } from '../format/messages.js';

/**
 * Where an attachment's content is: in a file of the channel, or missing for a given reason. In the reporter's own process,
 * it may also be in memory.
 */
export type Taken = Pick<AttachmentRecord, 'path' | 'missing' | 'kept' | 'body'>;

/** The test process's end of the channel, for the API. No method throws. */
export type Channel = Pick<ChannelWriter, 'send' | 'copy' | 'save' | 'rename' | 'close'> &
  Partial<Pick<ChannelWriter, 'waits'>>;

/** Data that could not be written yet: a line, or the whole content of an attachment's file. */
interface UnwrittenMessage {
  file?: string;
  bytes: Uint8Array;
}

/** How much data may wait in memory while the file system is mocked or full, bytes. */
const WAITING_LIMIT = 32 * 1024 * 1024;

/**
 * The channel to a reporter in another process: one file of JSON lines per process or thread, and attachments as separate
 * files. Each line is one synchronous write, so that it outlives the process. Data that the file system refuses (mock-fs
 * mocks it below our captured functions) waits in memory for the next call. On a full disk, attachments don't wait: lines
 * behind them may still find room.
 */
export class ChannelWriter {
  readonly #directory: string;
  #name = `${node?.processId}-${node?.threadId}`;
  /** The open file of lines. */
  #file: HeldFile | undefined;
  #waiting: UnwrittenMessage[] = [];
  #waitingBytes = 0;
  /** Whether the last failed write failed because the disk was full. */
  #isFull = false;

  /** @param directory absolute, created by the reporter */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Writes later lines to a file with this name (without extension), where the reporter knows what to look for. */
  rename(name: string): void {
    this.close();
    this.#name = name;
  }

  /** Sends one message to the reporter. The data is already JSON-safe. */
  send<Kind extends keyof ChannelData>(kind: Kind, data: ChannelData[Kind]): void {
    if (node === undefined) return;
    this.#write({ bytes: bytesOf(`${toJson({ kind, data })}\n`) });
  }

  /** Whether data waits in memory, so that the reporter can't read it yet. */
  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Copies a file, now.
   * @param path relative to the working directory or absolute
   * @param extension the file's, with its dot, or ''
   */
  copy(path: string, extension: string): Taken {
    if (node === undefined) return { missing: noFileSystem };
    const source = node.resolvePath(path);
    const file = newName(extensionOfCopy(extension));
    try {
      withOwnPaths(() => node?.plainFiles.copy(source, this.#pathOf(file)));
      return { path: file };
    } catch {
      return this.#copyThroughMemory(source, file);
    }
  }

  /** @param extension with its dot, or '' */
  save(bytes: Uint8Array, extension: string): Taken {
    const file = newName(extension);
    return this.#write({ file, bytes }) ? { path: file } : { missing: refusedByFileSystem };
  }

  /** Closes the file, for processes that run one sandbox after another. The next line opens it again. */
  close(): void {
    this.#writeWaiting();
    if (this.#file !== undefined) node?.heldFiles.release(this.#file);
    this.#file = undefined;
  }

  /** A mocked file system can be read here, but can't be copied to the real one. */
  #copyThroughMemory(source: string, file: string): Taken {
    try {
      const bytes = withOwnPaths(() => node?.plainFiles.read(source));
      if (bytes !== undefined && this.#write({ file, bytes })) return { path: file };
      return { missing: refusedByFileSystem };
    } catch (error) {
      return { missing: briefly(error) };
    }
  }

  /** False if it is lost. */
  #write(item: UnwrittenMessage): boolean {
    if (this.#writeWaiting() && this.#tryToWrite(item)) return true;
    if (this.#isFull && item.file !== undefined) return false;
    if (this.#waitingBytes + item.bytes.length > WAITING_LIMIT) return false;
    this.#waitingBytes += item.bytes.length;
    this.#waiting[this.#waiting.length] = item;
    return true;
  }

  /** Writes waiting data in order; true if nothing is waiting any more. */
  #writeWaiting(): boolean {
    if (this.#waiting.length === 0) return true;
    const items = this.#waiting;
    let written = 0;
    for (let item = items[0]; item !== undefined && this.#tryToWrite(item); item = items[written]) written += 1;
    if (written === 0) return false;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let index = written; index < items.length; index += 1) {
      const item = items[index] as UnwrittenMessage;
      this.#waiting[this.#waiting.length] = item;
      this.#waitingBytes += item.bytes.length;
    }
    return this.#waiting.length === 0;
  }

  #tryToWrite(item: UnwrittenMessage): boolean {
    try {
      withOwnPaths(() => {
        if (item.file === undefined) this.#writeLine(item.bytes);
        else node?.plainFiles.writeNew(this.#pathOf(item.file), item.bytes);
      });
      return true;
    } catch (error) {
      this.#isFull = isNoRoom(error);
      return false;
    }
  }

  #writeLine(bytes: Uint8Array): void {
    if (node === undefined) return;
    const { heldFiles, plainFiles } = node;
    if (this.#file === undefined) {
      const file = heldFiles.hold(this.#pathOf(`${this.#name}.jsonl`), 'append');
      // Closes off a line that an earlier process with the same id, or an earlier failure, may have left incomplete.
      plainFiles.write(file.descriptor, '\n');
      this.#file = file;
    }
    try {
      plainFiles.write(heldFiles.descriptorOf(this.#file), bytes);
    } catch (error) {
      this.#file = undefined;
      throw error;
    }
  }

  #pathOf(file: string): string {
    return `${this.#directory}/${file}`;
  }
}

/** A name that no other process uses. */
function newName(extension: string): string {
  return `attachment-${newGuid()}${extension}`;
}

function isNoRoom(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}
