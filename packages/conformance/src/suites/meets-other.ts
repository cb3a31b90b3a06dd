import { dialect } from './dialect.js';
import { hear, say } from './tools.js';

// Ends only if the other file runs at the same time, in another worker.
dialect.limited('meets the other', 60_000, async () => {
  say('one');
  await hear('other');
});
