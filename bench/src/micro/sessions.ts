import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './processes.js';

/** Records this many tests in an undelivered session, with the files attached to them in equal shares. */
export async function leaveSession(folder: string, tests: number, steps: number, files: readonly string[] = []) {
  const idRoot = join(folder, 'left');
  mkdirSync(idRoot);
  await runProgram('leave-journal', { idRoot, tests, steps, files });
  const sessions = join(idRoot, '.testpoint');
  const name = readdirSync(sessions).find((one) => /-bench-[0-9a-f]{8}$/.test(one));
  if (name === undefined) throw new Error(`no session in ${sessions}`);
  const journal = join(sessions, name, 'journal.ndjson');
  const attachments = join(sessions, name, 'attachments');
  let outboxes = 0;
  return {
    journal,
    /** Makes a new outbox that contains this session, as a flush finds it. Its files are links. */
    outbox() {
      const outbox = join(idRoot, `outbox-${++outboxes}`);
      const session = join(outbox, '20260101000000-bench-00000000');
      mkdirSync(join(session, 'attachments'), { recursive: true });
      linkSync(journal, join(session, 'journal.ndjson'));
      for (const file of readdirSync(attachments))
        linkSync(join(attachments, file), join(session, 'attachments', file));
      return outbox;
    },
  };
}
