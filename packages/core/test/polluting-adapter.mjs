// A suite whose tests add to prototypes. Prints each result's body from the journal: [name of the addition, body].
import { readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSession } from '@testpoint/core/adapter';

const { idRoot, options, members } = JSON.parse(process.argv[2]);
const session = openSession({ framework: { name: 'scripted' }, frameworkVersion: '1', idRoot, options });

const raise = () => {
  throw new Error('an addition to a prototype was used');
};
const WAYS = {
  value: { value: 'polluted', enumerable: true, writable: true },
  hidden: { value: 'polluted', writable: true },
  'read-only': { value: 'polluted' },
  getter: { get: () => 'polluted' },
  'throwing getter': { get: raise, set: raise },
};
const ROOTS = { Object, Array, String, Number, Boolean, Date, Error };

const additions = [
  ...members.flatMap((name) => Object.keys(WAYS).map((way) => ['Object', name, way, WAYS[way]])),
  ...Object.keys(ROOTS).map((root) => [root, 'toJSON', 'function', { value: () => undefined, writable: true }]),
];

record();
for (const [root, name, , descriptor] of additions) {
  const holder = ROOTS[root].prototype;
  const before = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { __proto__: null, ...descriptor, configurable: true });
  record();
  delete holder[name];
  if (before !== undefined) Object.defineProperty(holder, name, before);
}

const journal = readFileSync(join(dirname(session.channelDirectory), 'journal.ndjson'), 'utf8');
// Every line ends with its own number and checksum.
const results = journal.split('\n').filter((line) => line.startsWith('{"kind":"result"'));
const bodies = results.map((line) => line.replace(/,"line":\d+,"crc":.*$/, ''));
const names = ['nothing', ...additions.map(([root, name, way]) => `${root}.prototype.${name}, ${way}`)];
const text = JSON.stringify(names.map((name, index) => [name, bodies[index]]));
for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
// There is no service to deliver to.
process.reallyExit(0);

/** Omits optional members, but contains an error, parameters, and steps in steps. */
function record() {
  const step = { title: 'a step', status: 'passed' };
  session.record({
    file: 'suite.test.ts',
    titlePath: ['suite', 'test'],
    status: 'failed',
    parameters: { list: [1, { a: 'b' }], at: new Date(0) },
    attempts: [
      {
        status: 'failed',
        errors: [{ message: 'Error: it broke' }],
        setup: [step],
        body: [{ ...step, steps: [step] }],
        teardown: [],
        attachments: [],
      },
    ],
  });
}
