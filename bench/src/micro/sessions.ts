import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './processes.js';

/** An undelivered session, to be delivered several times. */
export class LeftSession {
  /** The input for delivery: a session's folder as the session left it. */
  readonly directory: string;
  #outboxes = 0;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** Records this many tests in a session, with the files attached to them in equal shares. */
  static async make(folder: string, tests: number, steps: number, files: readonly string[] = []): Promise<LeftSession> {
    const idRoot = join(folder, 'left');
    mkdirSync(idRoot);
    await runProgram('leave-journal', { idRoot, tests, steps, files });
    const outbox = join(idRoot, '.testpoint');
    const name = readdirSync(outbox).find((one) => /-bench-[0-9a-f]{8}$/.test(one));
    if (name === undefined) throw new Error(`no session in ${outbox}`);
    return new LeftSession(join(outbox, name));
  }

  get journal(): string {
    return join(this.directory, 'journal.ndjson');
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
