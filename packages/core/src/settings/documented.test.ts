import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPTION_KEYS, OPTIONS } from './option-table.js';

const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');

it.each(OPTION_KEYS)('%s is on the settings page, with its environment names and its default', (key) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${key}\` |`));
  expect(row).toBeDefined();
  const { environment, default: value } = OPTIONS[key];
  for (const name of environment) expect(row).toContain(name);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    expect(row).toContain(`\`${value}\``);
  }
});
