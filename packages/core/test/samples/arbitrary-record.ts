import { RESULT } from '@testpoint/interface/codec';
import fc from 'fast-check';
import type {
  AttachmentRecord,
  AttemptRecord,
  ErrorRecord,
  LinkRecord,
  StepRecord,
  TestRecord,
  Verdict,
} from '../../src/model.js';
import { whyNotRun } from '../../src/session/recording/why-not-run.js';
import { BEGIN, SECRET_KEY } from './mapping-sample.js';

/** Arbitrary records for property tests: hostile texts, odd times, unreadable values, deep trees. */

/** Secrets in the settings of property tests. Joining texts without secrets can't create one. */
export const SECRETS = ['pa"ss\\word', 'Tøken/42'];
export const SECRET_PATTERN = /pin-[0-9]{4}/;

const text = fc.oneof(
  { weight: 40, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 20,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...SECRETS,
          SECRET_KEY,
          JSON.stringify(SECRETS[0]),
          encodeURIComponent(String(SECRETS[1])),
          'pin-1234',
          '\u001b[31m',
          '\u001b]8;;https://a.example\u0007',
          '\u001b',
          '\ud800',
          '\udfff',
          '\0',
          '\n',
          '<script>',
          '🧪',
          ' ',
          'word',
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom('x', 'é🧪', '\ud800', 'line\n').map(longText) },
);

const time = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 200_000_000 }).map((offset) => BEGIN + offset) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0, Number.NaN, Number.POSITIVE_INFINITY, 253_402_300_800_000) },
);

const status = fc.constantFrom('passed', 'failed', 'skipped', 'not-run');

const value = fc.oneof(
  text,
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true, maxDepth: 2 }),
  fc.constantFrom(
    undefined,
    Symbol('s'),
    () => 1,
    Object.defineProperty({}, 'x', {
      enumerable: true,
      get() {
        throw new Error('getter');
      },
    }),
    cycle(),
  ),
);

const values = fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'attempts')), value, {
  maxKeys: 3,
});

const error: fc.Arbitrary<ErrorRecord> = fc.record({ message: text, stack: text }, { requiredKeys: ['message'] });

const attachment: fc.Arbitrary<AttachmentRecord> = fc
  .tuple(
    fc.record(
      { name: text, contentType: fc.constantFrom('text/plain', 'image/png', 'a/b\n', '') },
      { requiredKeys: ['name'] },
    ),
    fc.oneof(
      fc.record({ body: fc.oneof(text, fc.uint8Array({ maxLength: 5 })) }),
      fc.constant({ kept: { file: '000001.txt' } }),
      fc.record({ missing: text }),
    ),
  )
  .map(([named, content]) => ({ ...named, ...content }));

const leaf = fc.record(
  {
    title: text,
    status,
    description: text,
    startedAt: time,
    endedAt: time,
    error,
    attachments: fc.array(attachment, { maxLength: 2 }),
    parameters: values,
    location: fc.record({ file: text, line: fc.nat() }),
  },
  { requiredKeys: ['title', 'status'] },
);

/** Trees with a few leaves, some of them at the end of a chain deeper than the interface allows. */
const step: fc.Arbitrary<StepRecord> = fc
  .tuple(
    fc.array(leaf, { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }),
    fc.constantFrom(0, 1, 14, 40),
  )
  .map(([leaves, parents, depth]) => grow(leaves, parents, depth));

const attempt: fc.Arbitrary<AttemptRecord> = fc.record(
  {
    status,
    startedAt: time,
    endedAt: time,
    errors: fc.array(error, { maxLength: 3 }),
    setup: fc.array(step, { maxLength: 1 }),
    body: fc.array(step, { maxLength: 2 }),
    teardown: fc.array(step, { maxLength: 1 }),
    attachments: fc.array(attachment, { maxLength: 2 }),
  },
  { requiredKeys: ['status', 'errors', 'setup', 'body', 'teardown', 'attachments'] },
);

const link: fc.Arbitrary<LinkRecord> = fc.record(
  {
    url: fc.oneof(text, fc.webUrl(), fc.constantFrom('./a', 'localhost', `https://a.example/${SECRET_KEY}`)),
    title: text,
    description: text,
    type: fc.constantFrom('Related', 'Blocked by', 'Defect', 'Issue', 'Requirement', 'Repository'),
  },
  { requiredKeys: ['url'] },
);

/** Every text that the user gives a result. */
const givenTexts = Object.fromEntries(
  Object.entries(RESULT).flatMap(([name, member]) =>
    member.is === 'text' && 'users' in member && name !== 'traces' ? [[name, text]] : [],
  ),
) as { message: typeof text };

const facts = fc.record(
  {
    file: text,
    titlePath: fc.array(text, { maxLength: 3 }),
    project: text,
    occurrence: fc.nat(3),
    externalId: text,
    expectedToFail: fc.boolean(),
    attempts: fc.array(attempt, { maxLength: 3 }),
    ...givenTexts,
    links: fc.array(link, { maxLength: 2 }),
    parameters: values,
    properties: values,
    failureReason: fc.oneof(text, fc.constantFrom('ProductDefect', 'NoDefect')),
  },
  { requiredKeys: ['file', 'titlePath', 'attempts'] },
);
const reason = fc.option(text, { nil: undefined });
const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({ status: fc.constantFrom('passed', 'failed') }),
  fc.record({ status: fc.constant('skipped'), reason }),
  fc.record({
    status: fc.constant('not-run'),
    reason: reason.map((words) => (words === undefined ? words : whyNotRun(words))),
  }),
);
export const arbitraryRecord: fc.Arbitrary<TestRecord> = fc
  .tuple(facts, verdict)
  .map(([fact, how]) => ({ ...fact, ...how }));

/** The first leaf is the root. Each other leaf is added to an earlier one, the last below a chain of `depth` steps. */
function grow(leaves: StepRecord[], parents: number[], depth: number): StepRecord {
  const [root, ...others] = leaves.map((one): StepRecord => ({ ...one, steps: [] }));
  const grown = root === undefined ? [] : [root];
  others.forEach((one, index) => {
    const parent = grown[(parents[index] ?? 0) % grown.length];
    parent?.steps?.push(index === others.length - 1 ? chain(one, depth) : one);
    grown.push(one);
  });
  return root ?? { title: '', status: 'passed' };
}

function chain(bottom: StepRecord, depth: number): StepRecord {
  let top = bottom;
  for (let level = depth; level > 0; level--) top = { title: `chain ${level}`, status: 'passed', steps: [top] };
  return top;
}

function cycle(): object {
  const members: Record<string, unknown> = {};
  members.self = members;
  return members;
}

/** Over 64 KiB, and fast to search for, because no part occurs twice. */
function longText(unit: string): string {
  let long = '';
  for (let count = 0; long.length < 70_000; count++) long += `${count}${unit}`;
  return long;
}
