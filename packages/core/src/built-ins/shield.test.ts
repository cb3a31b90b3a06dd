import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SHIELDED_NAMES } from './shielded-names.js';

it('checks the prototypes for each of the shielded names: shield.ts and shielded-names.ts list the same', () => {
  const source = readFileSync(new URL('./shield.ts', import.meta.url), 'utf8');
  const checked = [...source.matchAll(/'(\w+)' in OBJECT\b/g)].map(([, name]) => name);
  expect(checked.sort()).toEqual([...SHIELDED_NAMES].sort());
});
