import { expect, test } from 'vitest';
import { OPTION_KEYS, OPTIONS } from './option-table.js';

test('every environment name is the option’s name in upper snake case', () => {
  for (const key of OPTION_KEYS) {
    const name = OPTIONS[key].environment[0];
    if (name !== undefined) expect(name).toBe(`TMS_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`);
  }
});

test('every default passes its own check', () => {
  for (const key of OPTION_KEYS) {
    const { parse, default: value } = OPTIONS[key];
    if (value !== undefined) expect({ key, ...parse(value) }).toEqual({ key, value });
  }
});
