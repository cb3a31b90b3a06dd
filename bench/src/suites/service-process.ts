/** A contestant's service, in a process of its own so that what it takes is not counted with the suite. */
import type { Delivered } from '../peers/peer.js';
import { contestantNamed } from './contestant.js';

/** What the process says: where it listens, what arrived. */
export type Said = { url: string } | Delivered;
export type Asked = 'delivered' | 'close';

const [name = '', latency = '0', folder = ''] = process.argv.slice(2);
const say = (said: Said) => process.send?.(said);

const service = await contestantNamed(name).startService({ latency: Number(latency), folder });
process.on('message', async (asked: Asked) => {
  if (asked === 'delivered') {
    say(await service.delivered());
    return;
  }
  await service.close();
  process.disconnect();
});
// Also when whoever started it is gone.
process.once('disconnect', () => process.exit());
say({ url: service.url });
