import { describe, expect, it } from 'vitest';
import type { TestRecord } from '../model.js';
import { type MappingSettings, mask } from './mapping.js';
import {
  assertValid,
  BEGIN,
  CONFIGURATION,
  SECRET_KEY,
  sampleAttempt,
  sampleMapping,
  sampleRecord,
  sampleStep,
} from './sample.js';
import { toResult } from './to-result.js';

const failed = sampleAttempt({ status: 'failed', errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }] });
const passed = sampleAttempt();

describe('a result', () => {
  it('of a plain passed test says no more than it must', () => {
    const mapped = toResult(sampleRecord(), sampleMapping());
    expect(mapped).toEqual({
      externalId: 'shop/cart.spec.ts > Cart > adds an item',
      configurationId: CONFIGURATION,
      configurationGlobalId: undefined,
      body: {
        configurationId: CONFIGURATION,
        autoTestExternalId: 'shop/cart.spec.ts > Cart > adds an item',
        outcome: 'Passed',
      },
      attachments: [],
      warnings: [],
    });
    assertValid(mapped.body);
  });

  it('has the trees of setup, body and teardown', () => {
    const attempt = sampleAttempt({
      setup: [sampleStep('beforeEach')],
      body: [sampleStep('pays')],
      teardown: [sampleStep('afterEach')],
    });
    const { body } = toResult(sampleRecord({ attempts: [attempt] }), sampleMapping());
    expect(body.setupResults).toEqual([{ title: 'beforeEach', outcome: 'Passed' }]);
    expect(body.stepResults).toEqual([{ title: 'pays', outcome: 'Passed' }]);
    expect(body.teardownResults).toEqual([{ title: 'afterEach', outcome: 'Passed' }]);
  });

  it('lasts as long as its attempts, not as beforeAll', () => {
    const first = { ...failed, startedAt: BEGIN, endedAt: BEGIN + 1000 };
    const setup = [sampleStep('beforeAll', { startedAt: BEGIN - 9000, endedAt: BEGIN })];
    const last = { ...passed, startedAt: BEGIN + 4000, endedAt: BEGIN + 7000, setup };
    const record = sampleRecord({ attempts: [first, last] });
    expect(toResult(record, sampleMapping()).body).toMatchObject({
      startedOn: '2026-03-01T10:00:00.000Z',
      completedOn: '2026-03-01T10:00:07.000Z',
      duration: 7,
    });
    expect(toResult(record, sampleMapping({ attempts: 'last' })).body).toMatchObject({
      startedOn: '2026-03-01T10:00:04.000Z',
      duration: 3,
    });
  });

  it('whose last attempt never ended has no end', () => {
    const attempts = [
      { ...failed, startedAt: BEGIN, endedAt: BEGIN + 1000 },
      { ...failed, startedAt: BEGIN + 2000 },
    ];
    const { body } = toResult(sampleRecord({ status: 'failed', attempts }), sampleMapping());
    expect(body.startedOn).toBe('2026-03-01T10:00:00.000Z');
    expect(body).not.toHaveProperty('completedOn');
    expect(body).not.toHaveProperty('duration');
  });

  it.each([
    ['guid', '00000000-0000-4000-8000-000000000001'],
    ['object', { id: '00000000-0000-4000-8000-000000000001' }],
  ] as const)('refers to its own attachments as %s', (attachmentReferences, expected) => {
    const attempt = sampleAttempt({
      attachments: [{ name: 'a.png', contentType: 'image/png', kept: { file: '000001.png' } }],
    });
    const { body, attachments } = toResult(
      sampleRecord({ attempts: [attempt] }),
      sampleMapping({ attachmentReferences }),
    );
    expect(body.attachments).toEqual([expected]);
    expect(attachments).toEqual([
      {
        placeholder: '00000000-0000-4000-8000-000000000001',
        name: 'a.png',
        contentType: 'image/png',
        kept: { file: '000001.png' },
      },
    ]);
    assertValid(body);
  });

  it('takes parameters, properties and links of the settings too', () => {
    const mapping = sampleMapping({
      parameters: { browser: 'any', region: 'eu' },
      properties: { branch: 'main' },
      links: [{ url: 'a.example' }],
    });
    const { body } = toResult(
      sampleRecord({ parameters: { browser: 'webkit' }, links: [{ url: 'b.example' }] }),
      mapping,
    );
    expect(body.parameters).toEqual({ region: 'eu', browser: 'webkit' });
    expect(body.properties).toEqual({ branch: 'main' });
    expect(body.links).toEqual([
      { url: 'a.example', type: 'Related' },
      { url: 'b.example', type: 'Related' },
    ]);
  });
});

describe('attempts', () => {
  it('before the last stand first, flat inside, each with all its errors', () => {
    const first = sampleAttempt({
      status: 'failed',
      startedAt: BEGIN,
      endedAt: BEGIN + 1000,
      errors: [{ message: 'boom', stack: 'Error: boom\n    at a.ts:1' }, { message: 'and more' }],
      setup: [sampleStep('beforeEach')],
      body: [sampleStep('pays', { steps: [sampleStep('clicks')] })],
      teardown: [sampleStep('afterEach')],
      attachments: [{ name: 'trace.zip', kept: { file: '000001.zip' } }],
    });
    const last = sampleAttempt({ body: [sampleStep('pays')] });
    const { body, attachments } = toResult(sampleRecord({ attempts: [first, last] }), sampleMapping());
    expect(body.stepResults).toEqual([
      {
        title: 'Attempt 1 of 2',
        description: 'Error: boom\n    at a.ts:1\n\nand more',
        startedOn: '2026-03-01T10:00:00.000Z',
        completedOn: '2026-03-01T10:00:01.000Z',
        duration: 1,
        outcome: 'Failed',
        stepResults: [
          { title: 'beforeEach', outcome: 'Passed' },
          { title: 'pays', outcome: 'Passed', stepResults: [{ title: 'clicks', outcome: 'Passed' }] },
          { title: 'afterEach', outcome: 'Passed' },
        ],
        attachments: [{ id: attachments[0]?.placeholder }],
      },
      { title: 'pays', outcome: 'Passed' },
    ]);
    expect(body.parameters).toEqual({ attempts: '2' });
    expect(body.message).toBe('Flaky: passed on attempt 2 of 2');
    expect(body).not.toHaveProperty('traces');
    assertValid(body);
  });

  it('before the last are left out on request, and still counted', () => {
    const { body } = toResult(sampleRecord({ attempts: [failed, passed] }), sampleMapping({ attempts: 'last' }));
    expect(body).not.toHaveProperty('stepResults');
    expect(body.parameters).toEqual({ attempts: '2' });
    expect(body.message).toBe('Flaky: passed on attempt 2 of 2');
  });

  it('that never ran are not counted', () => {
    const idle = sampleAttempt({ status: 'not-run', startedAt: BEGIN });
    const { body } = toResult(sampleRecord({ attempts: [idle, passed] }), sampleMapping());
    expect(body).not.toHaveProperty('parameters');
    expect(body).not.toHaveProperty('stepResults');
    expect(body).not.toHaveProperty('message');
  });

  it('that were interrupted with something to show are counted', () => {
    const cut = sampleAttempt({ status: 'not-run', body: [sampleStep('began')] });
    const record = sampleRecord({ status: 'not-run', attempts: [failed, cut] });
    const { body } = toResult(record, sampleMapping());
    expect(body.parameters).toEqual({ attempts: '2' });
    expect(body.outcome).toBe('Blocked');
    expect(body.message).toBe('Did not finish.');
    expect(body.stepResults?.map((step) => step.title)).toEqual(['Attempt 1 of 2', 'began']);
  });
});

describe('the message', () => {
  const two = sampleAttempt({
    status: 'failed',
    errors: [{ message: 'one' }, { message: 'two' }, { message: 'three' }],
  });
  const cases: [string, Partial<TestRecord>, string | undefined][] = [
    ['is not there when there is nothing to say', {}, undefined],
    ['is the reason of a skipped test', { status: 'skipped', attempts: [], reason: 'not on mac' }, 'not on mac'],
    [
      'is the reason of a blocked test',
      { status: 'not-run', attempts: [], reason: 'beforeAll failed' },
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
      'says which of several repeats failed',
      { status: 'failed', attempts: [failed, passed] },
      'Failed on attempt 1 of 2\n\nboom',
    ],
    ['begins with the user’s own', { message: 'see wiki', status: 'failed', attempts: [failed] }, 'see wiki\n\nboom'],
    ['has no colours', { message: '\u001b[1mbold\u001b[22m' }, 'bold'],
    [
      'has the first line of a stack where an error has no message',
      { status: 'failed', attempts: [stackOnly()] },
      'Error',
    ],
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
    expect(body.message).toContain('bytes left out here, the whole text is the attachment "message.txt"');
    expect(attachments).toMatchObject([{ name: 'message.txt', contentType: 'text/plain; charset=utf-8' }]);
    expect(attachments[0]?.body).toBe(message.replace(SECRET_KEY, '***'));
    expect(body.attachments).toEqual([attachments[0]?.placeholder]);
  });
});

describe('the traces', () => {
  it('are all stacks, with what they do not repeat', () => {
    const errors = [
      { message: 'boom', stack: '\u001b[2mError: boom\n    at a.ts:1\u001b[22m' },
      { message: 'late', stack: 'Error: late\n    at b.ts:2' },
      { message: 'changed', stack: 'Error: was other\n    at c.ts:3' },
      { message: 'no stack' },
    ];
    const attempts = [sampleAttempt({ status: 'failed', errors })];
    expect(toResult(sampleRecord({ status: 'failed', attempts }), sampleMapping()).body.traces).toBe(
      [
        'Error: boom\n    at a.ts:1',
        'Error: late\n    at b.ts:2',
        'changed\nError: was other\n    at c.ts:3',
        'no stack',
      ].join('\n\n'),
    );
  });

  it('are not there for one error without a stack, which the message holds', () => {
    const attempts = [sampleAttempt({ status: 'failed', errors: [{ message: 'timeout' }] })];
    expect(toResult(sampleRecord({ status: 'failed', attempts }), sampleMapping()).body).not.toHaveProperty('traces');
  });
});

describe('a failure reason', () => {
  const rules = [
    { pattern: /ECONN/g, reason: 'InfrastructureDefect' },
    { pattern: 'boom', reason: 'ProductDefect' },
  ];
  const cases: [string, Partial<TestRecord>, MappingSettings['failureReasons'], string | undefined, number][] = [
    [
      'is what the test says',
      { failureReason: 'TestDefect', status: 'failed', attempts: [failed] },
      rules,
      'TestDefect',
      0,
    ],
    ['is the first whose pattern is found', { status: 'failed', attempts: [failed] }, rules, 'ProductDefect', 0],
    [
      'is found in stacks',
      { status: 'failed', attempts: [failed] },
      [{ pattern: /a\.ts/, reason: 'NoDefect' }],
      'NoDefect',
      0,
    ],
    ['is not looked for in a passed test', { attempts: [failed] }, rules, undefined, 0],
    ['that is unknown is dropped with a warning', { failureReason: 'Bug' }, [], undefined, 1],
    [
      'that is unknown gives way to a rule',
      { failureReason: 'Bug', status: 'failed', attempts: [failed] },
      rules,
      'ProductDefect',
      1,
    ],
    [
      'of a rule that is unknown is dropped',
      { status: 'failed', attempts: [failed] },
      [{ pattern: 'boom', reason: 'x' }],
      undefined,
      1,
    ],
  ];
  it.each(cases)('%s', (_, record, failureReasons, expected, warnings) => {
    const mapping = sampleMapping({ failureReasons });
    for (const time of ['first', 'second']) {
      const mapped = toResult(sampleRecord(record), mapping);
      expect(mapped.body.failureReasonName, time).toBe(expected);
      expect(mapped.warnings).toHaveLength(warnings);
    }
  });

  it('that is unknown is warned about with the words that are known', () => {
    expect(toResult(sampleRecord({ failureReason: 'Bug' }), sampleMapping()).warnings).toEqual([
      'Failure reason "Bug" is not sent: the service knows InfrastructureDefect, ProductDefect, TestDefect, NoDefect.',
    ]);
  });
});

describe('a configuration', () => {
  const configurations = { chromium: { id: '22222222-2222-4222-8222-222222222222', globalId: 7 }, bare: {} };
  const settings = { configurations, configurationGlobalId: 3 };
  it.each([
    ['of the project’s own entry', 'chromium', configurations.chromium.id, 7],
    ['is the default for the rest', 'firefox', CONFIGURATION, 3],
    ['is the default without a project', undefined, CONFIGURATION, 3],
    ['is not the default for an entry that names none', 'bare', undefined, undefined],
  ])('%s', (_, project, id, globalId) => {
    const record = sampleRecord(project === undefined ? {} : { project });
    const mapped = toResult(record, sampleMapping(settings));
    expect([mapped.configurationId, mapped.configurationGlobalId]).toEqual([id, globalId]);
    expect(mapped.body.configurationId).toBe(id ?? '');
  });
});

describe('an attachment', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  it.each([
    ['text', `k=${SECRET_KEY}`, undefined, 'text/plain; charset=utf-8', 'k=***'],
    ['bytes', bytes(SECRET_KEY), 'image/png', 'image/png', bytes(SECRET_KEY)],
    ['unknown content', bytes(SECRET_KEY), undefined, 'application/octet-stream', bytes(SECRET_KEY)],
  ])('of %s is masked where it is a string', (_, body, contentType, sentType, sent) => {
    const record = { name: `${SECRET_KEY}.txt`, body, ...(contentType === undefined ? {} : { contentType }) };
    const attempts = [sampleAttempt({ attachments: [record] })];
    const { attachments } = toResult(sampleRecord({ attempts }), sampleMapping());
    expect(attachments).toMatchObject([{ name: '***.txt', contentType: sentType, body: sent }]);
  });

  it('with a content type that no header can carry is sent without it, with a warning', () => {
    const attempts = [sampleAttempt({ attachments: [{ name: 'a', contentType: 'text/plain\r\nX: y', body: 'a' }] })];
    const mapped = toResult(sampleRecord({ attempts }), sampleMapping());
    expect(mapped.attachments[0]?.contentType).toBe('application/octet-stream');
    expect(mapped.warnings).toEqual(['Attachment "a" has no valid content type; application/octet-stream is sent.']);
  });
});

it('a secret becomes three stars in any text', () => {
  expect(mask(`key ${SECRET_KEY}!`, sampleMapping())).toBe('key ***!');
});

function stackOnly() {
  return sampleAttempt({ status: 'failed', errors: [{ message: '', stack: 'Error\n    at a.ts:1' }] });
}
