import type { Result, StepResult } from '@testpoint/interface';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../scripts/is-long.js';
import { arbitraryRecord, SECRET_PATTERN, SECRETS } from '../../test/samples/arbitrary-record.js';
import { assertValid, SECRET_KEY, sampleMapping } from '../../test/samples/mapping-sample.js';
import type { AttachmentRecord, StepRecord, TestRecord } from '../model.js';
import { identify } from './external-id.js';
import { mask } from './mapping.js';
import { plain } from './text/text.js';
import { type MappedResult, toResult } from './to-result.js';

const mapping = sampleMapping({
  redact: [...SECRETS, SECRET_PATTERN],
  parameters: { region: 'eu' },
  links: [{ url: './everywhere' }],
  failureReasons: [{ pattern: /word/, reason: 'TestDefect' }],
});
const runs = { numRuns: IS_LONG ? 100 : 40 };

describe('whatever a framework reports', () => {
  it('the body is valid by the interface’s rules', () => {
    fc.assert(
      fc.property(
        arbitraryRecord,
        fc.constantFrom('nested', 'last'),
        fc.constantFrom('guid', 'object'),
        (record, attempts, attachmentReferences) => {
          assertValid(toResult(record, sampleMapping({ attempts, attachmentReferences })).body);
        },
      ),
      runs,
    );
  });

  it('each attachment is referred to exactly once, and nothing else is', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const { body, attachments } = toResult(record, mapping);
        const placeholders = attachments.map(({ placeholder }) => placeholder).sort();
        expect(new Set(placeholders).size).toBe(placeholders.length);
        expect(referencesIn(body).sort()).toEqual(placeholders);
      }),
      runs,
    );
  });

  it('no secret leaves the machine except in an external id, with a warning', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const mapped = toResult(record, mapping);
        const { autoTestExternalId, ...rest } = mapped.body;
        const left = [...stringsIn(rest), ...stringsIn(mapped.attachments), ...mapped.warnings].join('\u0001');
        expect(mask(left, mapping) === left).toBe(true);
        expect(left.includes(SECRET_KEY)).toBe(false);
        const told = mapped.warnings.some((warning) => warning.startsWith('External id'));
        expect(told).toBe(mask(autoTestExternalId, mapping) !== autoTestExternalId);
      }),
      runs,
    );
  });

  it('no title, error, name, value or reason is lost', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const haystack = allTexts(toResult(record, mapping));
        for (const needle of textsOf(record)) {
          // A message that is a part of a secret in its own stack counts as repeated there, and is masked with it.
          if (SECRETS.some((secret) => secret.includes(plain(needle)))) continue;
          const expected = mask(plain(needle), mapping);
          if (!haystack.includes(expected)) throw new Error(`lost: ${JSON.stringify(expected)}`);
        }
      }),
      runs,
    );
  });

  it('every step and attachment arrives, in order', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const { body, attachments } = toResult(record, mapping);
        const steps = stepsOf(record);
        const arrived = [
          ...(body.setupResults ?? []),
          ...(body.stepResults ?? []),
          ...(body.teardownResults ?? []),
        ].flatMap(flat);
        expect(arrived.filter(({ title }) => !/^Attempt [0-9]+ of/.test(String(title)))).toHaveLength(steps.length);
        const given = attachmentsOf(record).filter(({ missing }) => missing === undefined);
        expect(attachments.filter(({ kept }) => kept !== undefined)).toHaveLength(
          given.filter(({ kept }) => kept !== undefined).length,
        );
        expect(attachments.length).toBeGreaterThanOrEqual(given.length);
      }),
      runs,
    );
  });

  it('the same record has the same external id, which is never empty, and the same body', () => {
    fc.assert(
      fc.property(arbitraryRecord, fc.constantFrom('path', 'title', 'hash'), (record, externalId) => {
        const id = identify(record, sampleMapping({ externalId }), []);
        expect(id.trim()).not.toBe('');
        const [first, second] = [
          toResult(record, sampleMapping({ externalId })),
          toResult(record, sampleMapping({ externalId })),
        ];
        expect(first).toEqual(second);
        expect(first.externalId).toBe(id);
      }),
      runs,
    );
  });
});

function referencesIn(body: Result): string[] {
  const steps = [...(body.setupResults ?? []), ...(body.stepResults ?? []), ...(body.teardownResults ?? [])].flatMap(
    flat,
  );
  const own = body.attachments ?? [];
  return [...own, ...steps.flatMap((step) => step.attachments ?? [])].map((one) =>
    typeof one === 'string' ? one : one.id,
  );
}

function flat(step: StepResult): StepResult[] {
  return [step, ...(step.stepResults ?? []).flatMap(flat)];
}

/** Every string in a value, names of members included. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

function allTexts({ body, attachments }: MappedResult): string {
  return [...stringsIn(body), ...stringsIn(attachments)].join('\u0001');
}

/** Texts that people wrote or must read, and may search for. */
function textsOf(record: TestRecord): string[] {
  const { message, reason, links = [], parameters = {}, properties = {}, attempts } = record;
  const steps = stepsOf(record);
  const maps = [parameters, properties, ...steps.map((step) => step.parameters ?? {})];
  return [
    message ?? '',
    reason ?? '',
    ...links.flatMap((link) => [link.url.trim(), link.title ?? '', link.description ?? '']),
    ...attempts.flatMap((attempt) => attempt.errors.flatMap((error) => [error.message, error.stack ?? ''])),
    ...steps.flatMap((step) => [step.title, step.description ?? '', step.error?.message ?? '']),
    ...attachmentsOf(record).flatMap((attachment) => [attachment.name, attachment.missing ?? '']),
    ...maps
      .flatMap((map) => Object.values(map).filter((value) => typeof value === 'string' && !value.includes('\u001b')))
      .map(String),
  ];
}

/** Of all attempts that the result shows. */
function stepsOf(record: TestRecord): StepRecord[] {
  const within = (step: StepRecord): StepRecord[] => [step, ...(step.steps ?? []).flatMap(within)];
  return record.attempts.flatMap(({ setup, body, teardown }) => [...setup, ...body, ...teardown].flatMap(within));
}

function attachmentsOf(record: TestRecord): AttachmentRecord[] {
  const ofSteps = stepsOf(record).flatMap((step) => step.attachments ?? []);
  return [...ofSteps, ...record.attempts.flatMap((attempt) => attempt.attachments)];
}
