import { dialect } from './dialect.js';
import { hear, say } from './tools.js';

// Ends only while the other file runs too, in a worker of its own.
dialect.limited('meets the one', 60_000, async () => {
  say('other');
  await hear('one');
});
