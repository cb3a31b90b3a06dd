import { dialect } from './dialect.js';
import { times } from './tools.js';

const { retrying, test } = dialect;

retrying('tried twice', 1, () => {
  test('prints at each attempt', () => {
    const attempt = times('printing');
    console.log(`try ${attempt}`);
    if (attempt < 2) throw new Error(`failed at ${attempt}`);
  });
});
