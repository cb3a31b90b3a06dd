import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { FUNCTIONS } from './functions.js';
import { MIGRATIONS } from './migrations.js';

const digest = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, 16);

// If this fails, an existing database would differ from a new one: add a step to MIGRATIONS (an empty one for a change to the
// functions) instead of changing a released one, and then its digest here.
it('released steps never change, and changed functions come with a new step', () => {
  expect({ steps: MIGRATIONS.map(({ sql }) => digest(sql)), functions: digest(FUNCTIONS) }).toMatchInlineSnapshot(`
    {
      "functions": "81e397a0cc279baa",
      "steps": [
        "dd977abd56e85ac0",
        "b27253b7418cd89c",
        "af4814c5efad8ad1",
        "2d73b7b346557b80",
        "81f71850823e8f83",
        "72d729ab11f44917",
        "30311bfc2fbdec01",
      ],
    }
  `);
});
