import { readFileSync } from 'node:fs';
import { isOlder } from '@testpoint/core/cli';
import { expect, test } from 'vitest';
import { frameworks } from './index.js';

const majorOf = (version: string) => Number.parseInt(version, 10);

const page = readFileSync(new URL('../../../docs/compatibility.md', import.meta.url), 'utf8');
const manifestOf = (name: string): { peerDependencies: Record<string, string> } =>
  JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8'));

// What comes with Node has its versions.
test.each(Object.values(frameworks).filter(({ comesWithNode }) => !comesWithNode))(
  'the versions of $name match the table and its package',
  ({ name, versions: { oldest, newest } }) => {
    const rows = [...page.matchAll(new RegExp(`^\\| ${name} \\| ([\\d.]+) \\|`, 'gm'))].map(
      ([, version = '']) => version,
    );
    expect(majorOf(rows[0] ?? '')).toBe(majorOf(oldest));
    expect(rows.at(-1)).toMatch(new RegExp(`^${newest.replace('.', '\\.')}\\.`));
    const [range = ''] = Object.values(manifestOf(name).peerDependencies);
    expect(isOlder(range.slice('>='.length), oldest) || isOlder(oldest, range.slice('>='.length))).toBe(false);
  },
);

test.each([
  ['1.49.1', '1.50', true],
  ['1.50.0', '1.50', false],
  ['2.1.9', '3.2', true],
  ['10.0.0', '9.5', false],
])('%s is older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older);
});
