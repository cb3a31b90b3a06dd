import assert from 'node:assert/strict';
import { type Behaviors, PASSED, passed } from './row.js';
import { began, ended } from './times.js';

export const surroundings: Behaviors = {
  'outside a test the API does nothing but warn, once for each function': {
    suite: 'outside',
    results: { 'is not hurt by calls outside a test': PASSED },
    also: ({ observed }) => {
      const warnings = observed.ours.stderr.split('\n').filter((line) => line.includes('outside a test'));
      assert.ok(warnings.length > 0, 'there is a warning');
      assert.equal(new Set(warnings).size, warnings.length, 'no warning is printed twice');
    },
  },
  'if a test fakes the clock, times stay real': {
    suite: 'clocks',
    results: { 'clocks > stand still': passed({ steps: ['before the pause', 'after the pause'] }) },
    also: ({ result }) => {
      const [before, after] = result('clocks: clocks > stand still').stepResults ?? [];
      assert.ok(began(after) - ended(before) >= 295, 'a pause of 300 ms shows');
    },
  },
  'if a test mocks the file system and the network, everything arrives': {
    suite: 'mocks',
    results: {
      'mocks > another file system': passed({ steps: ['read'], attachments: ['text (text/plain): while mocked'] }),
      'mocks > no network': passed({ steps: ['ask'] }),
    },
  },
  'in jsdom and happy-dom everything arrives': {
    suite: 'dom',
    results: {
      'in a document > is seen': passed({
        setup: [['<beforeEach render>', 'write']],
        steps: ['read'],
        attachments: ['page (text/html): <p>hello</p>', 'bytes (application/octet-stream): \u0001\u0002\u0003'],
        parameters: { title: '' },
      }),
    },
  },
  'if a test stubs or deletes built-ins, everything arrives': {
    run: 'green',
    others: {
      suite: 'built-ins',
      expected: passed({
        steps: [['with it', 'deeper']],
        attachments: ['note (text/plain): text'],
        parameters: { of: '42' },
      }),
    },
  },
  'without a key nothing is sent or written, the API does nothing, and one line says so': {
    run: 'no key',
    also: ({ observed: { ours, alone, requests, outbox, hasReport } }) => {
      const added = ours.stderr.split('\n').filter((line) => /testpoint/i.test(line) && !alone.stderr.includes(line));
      assert.equal(ours.code, 0);
      assert.deepEqual([requests, outbox, hasReport], [[], false, false]);
      assert.equal(added.filter((line) => !/^\s+at /.test(line)).length, 1, added.join('\n'));
    },
  },
  'a reporter that is listed twice says so, and sends everything once': {
    run: 'red',
    also: ({ observed: { ours, results } }) => {
      assert.equal(ours.stderr.split('this reporter is listed twice').length, 2, 'one line says so');
      const ids = results.map(({ autoTestExternalId }) => autoTestExternalId);
      assert.equal(new Set(ids).size, ids.length, 'no id comes twice');
    },
  },
};
