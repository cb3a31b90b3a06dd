import { expect, test } from 'vitest';
import { readReporterOptions } from './reporter-options.js';

test('dots in names nest, texts in brackets are JSON, everything else is unchanged', () => {
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

test('__proto__ is an ordinary name', () => {
  const { own } = readReporterOptions({ reporterOptions: JSON.parse('{"__proto__.polluted":"yes"}') });
  expect(Object.keys(own)).toEqual(['__proto__']);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('options that are not ours also go to the console reporter, unchanged', () => {
  const reporterOptions = { maxDiffSize: 16384, 'a.b': '[1]', 'consoleOptions.c': '2', batchSize: 5 };
  expect(readReporterOptions({ reporterOptions })).toEqual({
    own: { maxDiffSize: 16384, a: { b: [1] }, batchSize: 5 },
    console: 'spec',
    consoleOptions: { maxDiffSize: 16384, 'a.b': '[1]', c: '2' },
  });
});

test.each([[['report=mine', 'console=dot', 'verbose']], ['report=mine,console=dot,verbose']])(
  'texts that Mocha 12 passes on as they are: %j',
  (reporterOptions) => {
    expect(readReporterOptions({ reporterOptions })).toEqual({
      own: { report: 'mine', verbose: true },
      console: 'dot',
      consoleOptions: { verbose: true },
    });
  },
);

test.each([
  ['xunit', 'out.xml', {}, { output: 'out.xml' }],
  ['json', 'out.json', {}, { output: 'out.json' }],
  ['xunit', 'all', { output: 'all' }, {}],
  ['dot', 'out.xml', { output: 'out.xml' }, {}],
])('with console %s, output %s is the option of the reporter that knows it', (console, output, own, consoleOptions) => {
  expect(readReporterOptions({ reporterOptions: { console, output } })).toEqual({ own, console, consoleOptions });
});
