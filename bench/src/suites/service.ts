import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Delivered, PeerService } from '../peers/peer.js';
import type { Column } from './contestant.js';
import type { Asked, Said } from './service-process.js';

const PROGRAM = fileURLToPath(new URL('./service-process.js', import.meta.url));

/** Starts what a column's reporter delivers to, empty, in a process of its own. */
export async function startService({ contestant, latency = 0 }: Column, folder: string): Promise<PeerService> {
  const child = fork(PROGRAM, [contestant.name, String(latency), folder]);
  const started = await answer(child);
  if (!('url' in started)) throw new Error(`The service of ${contestant.name} did not say where it listens.`);
  return {
    url: started.url,
    delivered: () => delivered(child),
    close: () => close(child),
  };
}

async function delivered(child: ChildProcess): Promise<Delivered> {
  child.send('delivered' satisfies Asked);
  const said = await answer(child);
  if (!('results' in said)) throw new Error('The service did not say what arrived.');
  return said;
}

async function close(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.send('close' satisfies Asked);
  await ended;
}

async function answer(child: ChildProcess): Promise<Said> {
  const ended = new AbortController();
  const fail = () => ended.abort();
  child.once('exit', fail);
  try {
    const [said]: Said[] = (await once(child, 'message', { signal: ended.signal })) as Said[];
    if (said === undefined) throw new Error('The service said nothing.');
    return said;
  } finally {
    child.off('exit', fail);
  }
}
