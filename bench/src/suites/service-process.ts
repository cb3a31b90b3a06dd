/**
 * Runs a contestant's services one after the other, in a separate process, so that their usage is not counted with the
 * suite.
 */
import type { Delivered, PeerService } from '../peers/peer.js';
import { contestantNamed } from './contestant.js';

export type Command = { start: { folder: string } } | 'delivered' | 'close';
/** Messages from the process: the address of the service, what arrived, and that it is closed. */
export type Reply = { url: string } | Delivered | 'closed';

const [name = '', latency = '0'] = process.argv.slice(2);
const contestant = contestantNamed(name);
let service: PeerService | undefined;

process.on('message', async (command: Command) => process.send?.(await answer(command)));
// Ends with its parent process, too.
process.once('disconnect', () => process.exit());

async function answer(command: Command): Promise<Reply> {
  if (typeof command === 'object') {
    service = await contestant.startService({ latency: Number(latency), folder: command.start.folder });
    return { url: service.url };
  }
  if (service === undefined) throw new Error('No service was started.');
  if (command === 'delivered') return service.delivered();
  await service.close();
  service = undefined;
  return 'closed';
}
