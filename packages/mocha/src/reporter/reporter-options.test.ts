import { expect, test } from 'vitest';
import { readReporterOptions } from './reporter-options.js';

test('options are taken apart into ours, the console reporter and its own', () => {
  const reporterOptions = { console: 'xunit', 'consoleOptions.output': 'a.xml', url: 'https://tms.example.com' };
  expect(readReporterOptions({ reporterOptions })).toEqual({
    own: { url: 'https://tms.example.com' },
    console: 'xunit',
    consoleOptions: { output: 'a.xml' },
  });
});

test('dots in names nest, brackets in text are JSON, and all else stays as it is', () => {
  const reporterOptions = {
    'configurations.chromium.id': 'x',
    'configurations.chromium.globalId': '7',
    testPoints: '[{"testCaseGlobalId":1}]',
    links: '[not json',
    concurrency: 3,
  };
  expect(readReporterOptions({ reporterOptions }).own).toEqual({
    configurations: { chromium: { id: 'x', globalId: '7' } },
    testPoints: [{ testCaseGlobalId: 1 }],
    links: '[not json',
    concurrency: 3,
  });
});

test('without options spec prints', () => {
  expect(readReporterOptions({})).toEqual({ own: {}, console: 'spec', consoleOptions: {} });
});

test('a name like __proto__ is a name like any other', () => {
  const { own } = readReporterOptions({ reporterOptions: JSON.parse('{"__proto__.polluted":"yes"}') });
  expect(Object.keys(own)).toEqual(['__proto__']);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
