/**
 * Runs a contestant's services one after the other, in a separate process, so that their usage is not counted with the
 * suite.
 */
import type { Delivered, PeerService } from '../peers/peer.js';
import { offer } from '../remote.js';
import { contestantNamed } from './contestant.js';

const [name = '', latency = '0'] = process.argv.slice(2);
const contestant = contestantNamed(name);
let service: PeerService | undefined;

const functions = {
  /** @returns the service's address */
  async start(folder: string): Promise<string> {
    service = await contestant.startService({ latency: Number(latency), folder });
    return service.url;
  },
  async delivered(): Promise<Delivered> {
    if (service === undefined) throw new Error('No service was started.');
    return service.delivered();
  },
  close: async () => service?.close(),
};

export type ServiceProcess = typeof functions;
offer(functions);
