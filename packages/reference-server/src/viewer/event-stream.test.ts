import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { EventStream } from './event-stream.js';

it('a client that stops reading is disconnected, and one that reads is not', async () => {
  let isReading = true;
  const unread: (() => void)[] = [];
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      if (isReading) done();
      else unread.push(done);
    },
  });
  const events = new EventStream(stream);
  const send = () => {
    for (let count = 0; count < 1000; count++) events.send('run', { text: 'x'.repeat(100) });
  };
  send();
  expect(stream.destroyed).toBe(false);
  isReading = false;
  const closed = once(stream, 'close');
  send();
  await closed;
  expect(stream.destroyed).toBe(true);
});
