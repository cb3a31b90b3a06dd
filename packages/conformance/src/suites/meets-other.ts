import { dialect } from './dialect.js';
import { hear, say } from './tools.js';

// Ends only while the other file runs too, in a worker of its own.
dialect.limited('meets the other', 60_000, async () => {
  say('one');
  await hear('other');
});
