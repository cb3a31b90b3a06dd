import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '@testpoint/core/cli';

/** How to change the locks of an outbox. `old`: silent for more than a minute. */
export type Disguise = 'old' | 'from another machine' | 'old, from another machine';

/** Makes the locks of an outbox look old or moved, because waiting for that would take too long. */
export function disguiseLocks(outbox: string, how: Disguise): void {
  for (const session of listSessions(outbox)) {
    for (const name of readdirSync(session)) {
      if (!/^lock\.\d+$/.test(name)) continue;
      const path = join(session, name);
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes(how) }));
    }
  }
}

function changes(how: Disguise): Record<string, unknown> {
  const beat = Date.now() - (how === 'from another machine' ? 0 : 65_000);
  return how === 'old' ? { beat } : { beat, host: 'another-machine', boot: '00000000-0000-4000-8000-000000000000' };
}
