import { fileURLToPath } from 'node:url';
import type { Contestant, PeerService } from '../peers/peer.js';
import { Remote } from '../remote.js';
import type { ServiceProcess } from './service-process.js';

const PROGRAM = fileURLToPath(new URL('./service-process.js', import.meta.url));

/**
 * The services for the reporters. Each reporter has a process for its services, one after the other. The first run warms it
 * up, and from then on it is as fast as a service that has been up for a while.
 */
export class Services implements AsyncDisposable {
  readonly #processes = new Map<string, Remote<ServiceProcess>>();
  readonly #latency: number;

  /** @param latency delay of each answer, milliseconds */
  constructor(latency = 0) {
    this.#latency = latency;
  }

  /** Starts an empty service for a reporter. The previous one must have been closed. */
  async start({ name }: Contestant, folder: string): Promise<PeerService> {
    const process = this.#processes.get(name) ?? new Remote(PROGRAM, [name, String(this.#latency)]);
    this.#processes.set(name, process);
    return {
      url: await process.call('start', folder),
      delivered: () => process.call('delivered'),
      close: () => process.call('close'),
    };
  }

  /** Ends all processes: `await using services = …`. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes.values()) await process[Symbol.asyncDispose]();
  }
}
