import { describe, expect, it } from 'vitest';
import {
  assertValid,
  SECRET_KEY,
  sampleAttempt,
  sampleMapping,
  sampleRecord,
  sampleStep,
} from '../../test/samples/mapping-sample.js';
import type { TestRecord } from '../model.js';
import { whyNotRun } from '../session/recording/why-not-run.js';
import { toResult } from './to-result.js';

const failed = sampleAttempt({ status: 'failed', errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }] });
const passed = sampleAttempt();

describe('the message', () => {
  const two = sampleAttempt({
    status: 'failed',
    errors: [{ message: 'one' }, { message: 'two' }, { message: 'three' }],
  });
  const cases: [string, Partial<TestRecord>, string | undefined][] = [
    ['is absent if there is nothing to say', {}, undefined],
    ['is the reason of a skipped test', { status: 'skipped', attempts: [], reason: 'not on mac' }, 'not on mac'],
    [
      'is the reason of a blocked test',
      { status: 'not-run', attempts: [], reason: whyNotRun('beforeAll failed') },
      'beforeAll failed',
    ],
    ['is not empty for a blocked test without reason', { status: 'not-run', attempts: [] }, 'Did not run.'],
    ['is the error of a failed test', { status: 'failed', attempts: [failed] }, 'boom'],
    ['is the first error, and how many more', { status: 'failed', attempts: [two] }, 'one (+2 more)'],
    ['is the last attempt’s error', { status: 'failed', attempts: [two, failed] }, 'boom'],
    [
      'says that a failure was expected',
      { status: 'passed', expectedToFail: true, attempts: [failed] },
      'Failed, as expected.\n\nboom',
    ],
    [
      'says that a pass was not expected',
      { status: 'failed', expectedToFail: true, attempts: [passed] },
      'Expected to fail, but passed.',
    ],
    [
      'says only that if earlier attempts have errors',
      { status: 'failed', expectedToFail: true, attempts: [failed, passed] },
      'Expected to fail, but passed.',
    ],
    [
      'says which of several repeats failed',
      { status: 'failed', attempts: [failed, passed] },
      'Failed on attempt 1 of 2\n\nboom',
    ],
    [
      'says which of them failed last',
      { status: 'failed', attempts: [failed, failed, sampleAttempt({ status: 'failed' }), passed] },
      'Failed on attempt 2 of 4\n\nboom',
    ],
    ['says nothing of errors if there are none', { status: 'failed', attempts: [passed, passed] }, undefined],
    [
      'counts attempts of which one failed as expected',
      { status: 'passed', expectedToFail: true, attempts: [failed, failed] },
      'Flaky: failed, as expected, on attempt 2 of 2\n\nboom',
    ],
    [
      'names the attempt that passed',
      { attempts: [failed, passed, sampleAttempt({ status: 'not-run', body: [sampleStep('a')] })] },
      'Flaky: passed on attempt 2 of 3',
    ],
    [
      'names the retry that skipped itself',
      { attempts: [failed, sampleAttempt({ status: 'skipped' })] },
      'Flaky: skipped on attempt 2 of 2',
    ],
    ['says nothing of repeats that passed', { attempts: [passed, passed] }, undefined],
    [
      'says nothing of a skipped test that was expected to fail',
      { status: 'skipped', expectedToFail: true, attempts: [] },
      undefined,
    ],
    ['is not an empty reason', { status: 'not-run', attempts: [], reason: whyNotRun('') }, 'Did not run.'],
    ['begins with the user’s own', { message: 'see wiki', status: 'failed', attempts: [failed] }, 'see wiki\n\nboom'],
    ['is empty for an error without words', { status: 'failed', attempts: [errors('')] }, undefined],
    ['counts errors even then', { status: 'failed', attempts: [errors('', 'b')] }, '(+1 more)'],
    [
      'counts them on a line of its own after several',
      { status: 'failed', attempts: [errors('a\nb', 'c')] },
      'a\nb\n(+1 more)',
    ],
    ['has no colors', { message: '\u001b[1mbold\u001b[22m' }, 'bold'],
    [
      'has the first line of a stack where an error has no message',
      { status: 'failed', attempts: [stackOnly('Error\n    at a.ts:1')] },
      'Error',
    ],
    ['is a stack of one line', { status: 'failed', attempts: [stackOnly('Error')] }, 'Error'],
    [
      'ends with links without a domain and attachments that are missing',
      {
        message: 'mine',
        status: 'failed',
        links: [{ url: './a' }, { url: './b', title: 'B' }],
        attempts: [
          { ...failed, body: [sampleStep('s', { attachments: [{ name: 'a.zip', missing: 'ENOENT: gone' }] })] },
          { ...failed, attachments: [{ name: 'b.zip', missing: 'too late' }, { name: '' }] },
        ],
      },
      [
        'mine',
        'boom',
        'Link: ./a\nLink: B, ./b',
        'Attachment "a.zip" is missing: ENOENT: gone\nAttachment "b.zip" is missing: too late\nAttachment "attachment" is missing: it was not kept',
      ].join('\n\n'),
    ],
  ];
  it.each(cases)('%s', (_, record, expected) => {
    const { body } = toResult(sampleRecord(record), sampleMapping());
    expect(body.message).toBe(expected);
    assertValid(body);
  });

  it('over 64 KiB is cut, masked, and whole in an attachment', () => {
    const message = `${'a'.repeat(3_000_000)}${SECRET_KEY}${'b'.repeat(2_000_000)}`;
    const { body, attachments } = toResult(sampleRecord({ message }), sampleMapping());
    expect(Buffer.byteLength(body.message ?? '')).toBeLessThanOrEqual(65_536);
    expect(body.message).toContain('bytes left out; the whole text is in the attachment "message.txt"');
    expect(attachments).toMatchObject([{ name: 'message.txt', contentType: 'text/plain; charset=utf-8' }]);
    expect(attachments[0]?.body).toBe(message.replace(SECRET_KEY, '***'));
    expect(body.attachments).toEqual([attachments[0]?.placeholder]);
  });
});

describe('the traces', () => {
  it('are all stacks, with the messages that they do not repeat', () => {
    const long = 'x'.repeat(200);
    const errors = [
      { message: 'boom', stack: '\u001b[2mError: boom\n    at a.ts:1\u001b[22m' },
      { message: 'late', stack: 'Error: late\n    at b.ts:2' },
      { message: 'changed', stack: 'Error: was other\n    at c.ts:3' },
      { message: 'no stack' },
      { message: `${long}a`, stack: `Error: ${long}b` },
    ];
    const attempts = [sampleAttempt({ status: 'failed', errors })];
    expect(toResult(sampleRecord({ status: 'failed', attempts }), sampleMapping()).body.traces).toBe(
      [
        'Error: boom\n    at a.ts:1',
        'Error: late\n    at b.ts:2',
        'changed\nError: was other\n    at c.ts:3',
        'no stack',
        `${long}a\nError: ${long}b`,
      ].join('\n\n'),
    );
  });

  it('are missing for a single error without a stack, which is in the message', () => {
    const attempts = [sampleAttempt({ status: 'failed', errors: [{ message: 'timeout' }] })];
    expect(toResult(sampleRecord({ status: 'failed', attempts }), sampleMapping()).body).not.toHaveProperty('traces');
  });
});

function stackOnly(stack: string) {
  return sampleAttempt({ status: 'failed', errors: [{ message: '', stack }] });
}

function errors(...messages: string[]) {
  return sampleAttempt({ status: 'failed', errors: messages.map((message) => ({ message })) });
}
