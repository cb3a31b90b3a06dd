import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ask } from '../ask.js';
import type { PeerService } from '../peers/peer.js';
import { type Column, columnName } from './contestant.js';
import type { Command, Reply } from './service-process.js';

const PROGRAM = fileURLToPath(new URL('./service-process.js', import.meta.url));

/**
 * The services for the reporters. Each column has a process for its services, one after the other. The first run warms it
 * up, and from then on it is as fast as a service that has been up for a while.
 */
export class Services {
  #processes = new Map<string, ChildProcess>();

  /** Starts an empty service for a column's reporter. The previous one must have been closed. */
  async start(column: Column, folder: string): Promise<PeerService> {
    const child = this.#processOf(column);
    const started = await ask<Command, Reply>(child, { start: { folder } });
    if (typeof started !== 'object' || !('url' in started)) throw new Error('The service did not send its URL.');
    return {
      url: started.url,
      async delivered() {
        const reply = await ask<Command, Reply>(child, 'delivered');
        if (typeof reply !== 'object' || !('results' in reply)) throw new Error('The service did not send its counts.');
        return reply;
      },
      async close() {
        await ask<Command, Reply>(child, 'close');
      },
    };
  }

  /** Ends all processes. */
  async end(): Promise<void> {
    const children = [...this.#processes.values()];
    this.#processes.clear();
    await Promise.all(
      children.map(async (child) => {
        if (!child.connected) return;
        const ended = once(child, 'exit');
        child.disconnect();
        await ended;
      }),
    );
  }

  #processOf(column: Column): ChildProcess {
    const name = columnName(column);
    const known = this.#processes.get(name);
    if (known !== undefined) return known;
    const { contestant, latency = 0 } = column;
    const child = fork(PROGRAM, [contestant.name, String(latency)]);
    this.#processes.set(name, child);
    return child;
  }
}
