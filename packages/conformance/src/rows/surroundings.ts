import assert from 'node:assert/strict';
import { IN_PAGE, MOCHA, of, PASSED, type Row } from './row.js';
import { began, ended } from './times.js';

export const surroundings: readonly Row[] = [
  {
    title: 'outside a test the API does nothing but warn, once for each function',
    run: 'green',
    results: of('outside', { 'is not hurt by calls outside a test': PASSED }),
    also: ({ observed }) => {
      const warnings = observed.ours.stderr.split('\n').filter((line) => line.includes('outside a test'));
      assert.ok(warnings.length > 0, 'there is a warning');
      assert.equal(new Set(warnings).size, warnings.length, 'no warning is printed twice');
    },
  },
  {
    title: 'if a test fakes the clock, times stay real',
    run: 'green',
    results: of('clocks', {
      'clocks > stand still': { outcome: 'Passed', steps: ['before the pause', 'after the pause'] },
    }),
    differences: [
      {
        in: ['playwright'],
        why: 'Playwright times its steps itself, with the faked clock',
        ownTimes: true,
      },
    ],
    also: ({ result }) => {
      const [before, after] = result('clocks: clocks > stand still').stepResults ?? [];
      assert.ok(began(after) - ended(before) >= 295, 'a pause of 300 ms shows');
    },
  },
  {
    title: 'if a test mocks the file system and the network, everything arrives',
    run: 'green',
    results: of('mocks', {
      'mocks > another file system': {
        outcome: 'Passed',
        steps: ['read'],
        attachments: ['text (text/plain): while mocked'],
      },
      'mocks > no network': { outcome: 'Passed', steps: ['ask'] },
    }),
    differences: IN_PAGE,
  },
  {
    title: 'in jsdom and happy-dom everything arrives',
    run: 'green',
    results: of('dom', {
      'in a document > is seen': {
        outcome: 'Passed',
        setup: [['<beforeEach render>', 'write']],
        steps: ['read'],
        attachments: ['page (text/html): <p>hello</p>', 'bytes (application/octet-stream): \u0001\u0002\u0003'],
        parameters: { title: '' },
      },
    }),
    differences: [
      { in: ['playwright', ...MOCHA], why: 'Playwright and Mocha run tests in Node itself', absent: true },
      { in: ['vitest browser'], why: 'a page is a real document', absent: true },
    ],
  },
  {
    title: 'if a test stubs or deletes built-ins, everything arrives',
    run: 'green',
    results: {},
    others: {
      suite: 'built-ins',
      expected: {
        outcome: 'Passed',
        steps: [['with it', 'deeper']],
        attachments: ['note (text/plain): text'],
        parameters: { of: '42' },
      },
    },
    differences: [
      {
        in: ['playwright'],
        why: 'the test API uses Playwright’s own code, which needs some built-ins: calls may be lost, but the result is not',
        outcomesOnly: true,
      },
    ],
  },
  {
    title: 'without a key nothing is sent or written, the API does nothing, and one line says so',
    run: 'no key',
    results: {},
    also: ({ observed: { ours, alone, requests, outbox, hasReport } }) => {
      const added = ours.stderr.split('\n').filter((line) => /testpoint/i.test(line) && !alone.stderr.includes(line));
      assert.equal(ours.code, 0);
      assert.deepEqual([requests, outbox, hasReport], [[], false, false]);
      assert.equal(added.filter((line) => !/^\s+at /.test(line)).length, 1, added.join('\n'));
    },
  },
  {
    title: 'a reporter that is listed twice says so, and sends everything once',
    run: 'red',
    results: {},
    also: ({ observed: { ours, results } }) => {
      assert.equal(ours.stderr.split('this reporter is listed twice').length, 2, 'one line says so');
      const ids = results.map(({ autoTestExternalId }) => autoTestExternalId);
      assert.equal(new Set(ids).size, ids.length, 'no id comes twice');
    },
  },
];
