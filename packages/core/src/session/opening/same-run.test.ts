import { beforeEach, expect, test } from 'vitest';
import { resolveSettings } from '../../settings/resolve.js';
import type { Settings } from '../../settings/settings.js';
import { claimRun } from './same-run.js';

const RUN = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee';
const OTHER_RUN = 'bbbbbbbb-bbbb-cccc-dddd-eeeeeeeeeeee';

function settingsOf(options: Record<string, unknown> = {}): Settings {
  const given = { url: 'https://tms.example', secretKey: 'a2V5', testRunId: RUN, configurationId: RUN, ...options };
  const resolved = resolveSettings({ options: given, idRoot: '/suite', cwd: '/suite', env: {} });
  if (resolved.state !== 'on') throw new Error(JSON.stringify(resolved));
  return resolved.settings;
}

let run: object;
beforeEach(() => {
  run = {};
});

const claim = (settings = settingsOf(), outbox = '/suite/.testpoint') => claimRun(run, settings, false, outbox);

test('only the first of two sessions for one run and one destination is active', () => {
  expect(claim()).toBeTypeOf('function');
  expect(claim()).toBeUndefined();
  expect(claim(settingsOf({ batchSize: 7 }))).toBeUndefined();
});

test('when a session is over, the next one can take its place, as in watch mode', () => {
  for (let count = 0; count < 3; count++) {
    const release = claim();
    expect(claim()).toBeUndefined();
    release?.();
  }
  expect(claim()).toBeTypeOf('function');
});

test('two simultaneous runs in one process are separate', () => {
  expect(claim()).toBeTypeOf('function');
  run = {};
  expect(claim()).toBeTypeOf('function');
});

test.each<[string, Settings, string?]>([
  ['another run id', settingsOf({ testRunId: OTHER_RUN })],
  ['another address', settingsOf({ url: 'https://other.example' })],
  ['another configuration', settingsOf({ configurationId: OTHER_RUN })],
  ['another outbox', settingsOf(), '/elsewhere'],
])('%s is another destination', (_what, settings, outbox) => {
  expect(claim()).toBeTypeOf('function');
  expect(claim(settings, outbox)).toBeTypeOf('function');
});

test('without a service, each report is another destination', () => {
  const reportIn = (report: string) => settingsOf({ secretKey: undefined, url: undefined, report });
  expect(claim(reportIn('one'))).toBeTypeOf('function');
  expect(claim(reportIn('two'))).toBeTypeOf('function');
  expect(claim(reportIn('one'))).toBeUndefined();
});
