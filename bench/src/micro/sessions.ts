import { closeSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { runProgram } from './processes.js';

/** An undelivered session, to be delivered several times. */
export class LeftSession {
  /** The input for delivery: a session's folder as the session left it. */
  readonly directory: string;
  /** Number of results in its journal. */
  results: number;
  #outboxes = 0;

  private constructor(directory: string, results: number) {
    this.directory = directory;
    this.results = results;
  }

  /** Records this many tests in a session, with the files attached to them in equal shares. */
  static async make(folder: string, tests: number, steps: number, files: readonly string[] = []): Promise<LeftSession> {
    const idRoot = join(folder, 'left');
    mkdirSync(idRoot);
    await runProgram('leave-journal', { idRoot, tests, steps, files }, ['tests']);
    const outbox = join(idRoot, '.testpoint');
    const name = readdirSync(outbox).find((one) => /-bench-[0-9a-f]{8}$/.test(one));
    if (name === undefined) throw new Error(`no session in ${outbox}`);
    return new LeftSession(join(outbox, name), tests);
  }

  get journal(): string {
    return join(this.directory, 'journal.ndjson');
  }

  /** Repeats the journal's results until it reaches this size in bytes. Ids repeat, too, which does not affect delivery. */
  grow(bytes: number): void {
    const entries = readFileSync(this.journal, 'utf8').trimEnd().split('\n').map(withoutSeal);
    const end = entries.pop() ?? '';
    const results = entries.slice(1);
    const file = openSync(this.journal, 'r+');
    let size = statSync(this.journal).size - sealed(end, 0).length;
    let line = entries.length;
    while (size < bytes) {
      size += writeSync(file, results.map((result) => sealed(result, line++)).join(''), size);
      this.results += results.length;
    }
    writeSync(file, sealed(end, line), size);
    closeSync(file);
  }

  /** A new outbox that contains this session, as a flush finds it. Its files are links. */
  outbox(): string {
    const outbox = join(this.directory, '..', '..', `outbox-${++this.#outboxes}`);
    const session = join(outbox, '20260101000000-bench-00000000');
    mkdirSync(join(session, 'attachments'), { recursive: true });
    linkSync(this.journal, join(session, 'journal.ndjson'));
    for (const name of readdirSync(join(this.directory, 'attachments'))) {
      linkSync(join(this.directory, 'attachments', name), join(session, 'attachments', name));
    }
    return outbox;
  }
}

const SEAL = /,"line":\d+,"crc":"[0-9a-f]{8}"\}$/;

function withoutSeal(line: string): string {
  return line.replace(SEAL, '');
}

/** The entry as a journal line with this number. */
function sealed(entry: string, line: number): string {
  const text = `${entry},"line":${line}`;
  return `${text},"crc":"${crc32(text).toString(16).padStart(8, '0')}"}\n`;
}
