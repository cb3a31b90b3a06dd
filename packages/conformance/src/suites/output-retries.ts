import { dialect } from './dialect.js';
import { times } from './tools.js';

const { retrying, test } = dialect;

retrying('tried twice', 1, () => {
  test('prints at each attempt', async () => {
    const attempt = times('printing');
    console.log(`try ${attempt}`);
    // Vitest names the millisecond in which a test printed, and nothing else tells its attempts apart.
    for (const printed = Date.now(); Date.now() === printed; ) await new Promise((resolve) => setTimeout(resolve));
    if (attempt < 2) throw new Error(`failed at ${attempt}`);
  });
});
