import assert from 'node:assert/strict';
import { type Behaviors, PASSED, passed } from './row.js';

const WARNINGS = [
  'attach() was called without text, bytes or { path }, and did nothing.',
  'attach("nothing") was called without text, bytes or { path }, and did nothing.',
  'link() was called without a url, and did nothing.',
  'link() was called without an object with a url, and did nothing.',
  'parameter() was called without a name, and did nothing.',
  'property() was called without a name, and did nothing.',
  'message() was called without text, and did nothing.',
  'externalId() was called without an id, and did nothing.',
  'testCase() was called without a global id, and did nothing.',
  `testCase("abc") was ignored: a test case's global id is a whole number.`,
  'step("without a body") was called without a function as its last argument, and did nothing.',
];

export const api: Behaviors = {
  'text and bytes are attached as they are during the call': {
    results: {
      'api > attaches text and bytes': passed({
        attachments: [
          'text (text/plain): plain words: ünï 🧪',
          'typed (application/json): {"a":1}',
          'bytes (application/octet-stream): 00ff800a0d',
          'empty (text/plain): ',
        ],
      }),
    },
  },
  'a file is read during the call, even if it is deleted right afterwards': {
    suite: 'files',
    results: {
      'attaches files': passed({
        message: /^Attachment "no file" is missing: .*ENOENT.*never-there\.txt/,
        attachments: ['file (text/html): <p>gone at once</p>'],
      }),
    },
  },
  'a pipe, a device or a folder can’t be attached: the message says why, and nothing blocks': {
    suite: 'files',
    results: {
      'attaches no pipe, device or folder': passed({
        message:
          /"pipe" is missing: .*a named pipe[\s\S]*"device" is missing: .*a device[\s\S]*"folder" is missing: .*a folder/,
        attachments: ['after them (text/plain): text'],
      }),
    },
  },
  'an attachment belongs to the step or hook that added it, otherwise to the test': {
    results: {
      'api > attaches in the step in which it is called': passed({
        steps: [['outer [in the outer (text/plain): b]', 'inner [in the inner (text/plain): a]']],
        attachments: ['in the test (text/plain): c'],
      }),
      'api > in hooks > speaks of its test': passed({
        message: 'said after',
        setup: [['<beforeEach before> [in a hook (text/plain): d]', 'in a step of a hook [deeper (text/plain): e]']],
        teardown: ['<afterEach after>'],
        parameters: { from: 'beforeEach' },
        properties: { from: 'afterEach' },
      }),
    },
  },
  'links of every type arrive; one without a domain goes into the message': {
    results: {
      'api > links': passed({
        message: 'Link: a file, file:///no/domain',
        links: [
          'Related https://example.org/related',
          'Blocked by https://example.org/blocker "blocker" (waits for it)',
          'Defect https://example.org/defect',
          'Issue https://example.org/issue',
          'Reqirement https://example.org/requirement',
          'Repository example.org/repository',
          'Issue https://example.org/object "as one object" (all in it)',
        ],
      }),
    },
  },
  'parameters and properties of every kind become text: objects, cycles, BigInt, Map, Date; the last value of a name wins':
    {
      suite: 'api',
      results: {
        'api > takes values of every kind': passed({
          parameters: {
            text: 'as it is',
            number: '3',
            object: '{"nested":{"list":[1,"b",null,true]}}',
            circle: '{"name":"circle","self":"[circular]"}',
            big: '12345678901234567890',
            nothing: 'undefined',
            map: '[["key",1]]',
            date: '1970-01-01T00:00:00.000Z',
            twice: 'second',
          },
          properties: { team: 'blue', flags: '["a","b"]' },
        }),
      },
    },
  'each message is a line, the failure reason arrives, and an explicit id is sent unchanged': {
    results: {
      'api > says what people say': passed({
        message: 'looked at by hand\nand found good',
        failureReason: 'TestDefect',
      }),
      '#CHECKOUT-1 > as given': PASSED,
    },
  },
  'invalid arguments cause a warning, and fail no test': {
    results: {
      'api > never fails because of what it is given': passed({
        steps: ['goes on'],
        parameters: { hostile: '{"toString":"[function toString]"}' },
      }),
    },
    also: ({ observed }) => {
      for (const warning of WARNINGS) assert.ok(observed.ours.stderr.includes(warning), warning);
    },
  },
};
