import type { FullConfig } from '@playwright/test/reporter';
import { expect, it } from 'vitest';
import { hostOf } from './host.js';

const config = { version: '1.65.1', shard: null } as FullConfig;
const off = (options: Record<string, unknown>, ...words: string[]) => {
  const { off: mode, offUnless } = hostOf(config, '/suite', options, words);
  return [mode, offUnless];
};

it('the options that Playwright adds are not passed on', () => {
  const { options } = hostOf(config, '/suite', { url: 'x', configDir: '/', _mode: 'test', _commandHash: 'a' }, []);
  expect(options).toEqual({ url: 'x' });
});

it('the shard is reported', () => {
  const sharded = { ...config, shard: { current: 2, total: 3 } };
  expect(hostOf(sharded, '/suite', {}, []).shard).toEqual({ current: 2, total: 3 });
  expect(hostOf(config, '/suite', {}, [])).not.toHaveProperty('shard');
});

it('a run of the tests that failed last is a rerun', () => {
  expect(hostOf(config, '/suite', {}, ['test', '--last-failed']).isRerun).toBe(true);
  expect(hostOf(config, '/suite', {}, ['test', '--last-failed-file=x']).isRerun).toBe(false);
});

const modes: [string, ReturnType<typeof off>, (string | undefined)[]][] = [
  ['an ordinary run', off({ _mode: 'test' }, 'test', 'ui.spec.ts', '-g', 'ui'), [undefined, undefined]],
  ['list mode', off({ _mode: 'list' }, 'test', '--list'), ['list mode', undefined]],
  ['merged reports', off({ _mode: 'merge' }, 'merge-reports', 'blobs'), ['merge-reports', 'merge']],
  ['UI mode', off({ _mode: 'test' }, 'test', '--ui'), ['UI mode', 'watch']],
  ['UI mode by its port', off({ _mode: 'test' }, 'test', '--ui-port=8080'), ['UI mode', 'watch']],
  ['an editor', off({ _mode: 'test' }, 'test-server'), ['UI mode', 'watch']],
  ['an editor with an older Playwright', off({ _mode: 'test', _isTestServer: true }, 'test'), ['UI mode', 'watch']],
];
it.each(modes)('whether reporting is on in %s', (_, seen, expected) => {
  expect(seen).toEqual(expected);
});
