import { GUID_PATTERN } from '@testpoint/interface/constants';
import * as v from 'valibot';
import { type Entry, JOURNAL_FORMAT } from '../format/entries.js';

// A journal may come from elsewhere, so every member that delivery relies on is checked, and unknown members are dropped.

const text = v.pipe(v.string(), v.nonEmpty());
const id = v.pipe(v.number(), v.safeInteger());
/** The number of a line, or the key of a test. */
const line = v.pipe(id, v.minValue(0));
/** A text that is only shown to people. */
const shown = v.fallback(v.string(), 'unknown');
/** A journal from elsewhere may name any folder. Only one below the folder of its outbox is accepted. */
const folderBelow = v.pipe(
  text,
  v.check((path) => path.split(/[\\/]/).every((name) => /^(?!\.{1,2}$|[a-z]:)[^\0]+$/i.test(name))),
);

const testPoints = v.array(v.object({ configurationGlobalId: id, testCaseGlobalId: id }));

const attachment = v.object({
  file: v.string(),
  name: v.string(),
  contentType: v.string(),
  /** The text that the uploaded attachment's GUID replaces in the body. */
  placeholder: v.pipe(v.string(), v.regex(new RegExp(GUID_PATTERN))),
});

const create = v.object({
  projectGlobalId: id,
  testPlanGlobalId: id,
  testPoints: v.union([v.literal('from-tests'), testPoints]),
});

const entry = v.variant('kind', [
  v.object({
    kind: v.literal('session'),
    format: v.literal(JOURNAL_FORMAT),
    tool: shown,
    framework: shown,
    frameworkVersion: shown,
    startedAt: v.fallback(v.number(), 0),
    run: v.union([
      v.object({ none: v.literal(true) }),
      v.object({ use: text, projectGlobalId: v.exactOptional(id) }),
      v.object({ create }),
    ]),
    finish: v.picklist(['auto', 'complete', 'stop', 'leave']),
    wire: v.object({
      api: v.exactOptional(v.picklist(['v2', 'legacy'])),
      testPlanGlobalId: v.exactOptional(id),
    }),
    report: v.fallback(v.optional(folderBelow), undefined),
    // With a damaged id, the results must not go to a service either.
    localServer: v.exactOptional(v.pipe(v.unknown(), v.transform(String))),
  }),
  v.object({
    kind: v.picklist(['result', 'provisional']),
    id: v.string(),
    key: v.exactOptional(id),
    corrects: v.exactOptional(id),
    attachments: v.exactOptional(v.array(attachment)),
    testCases: v.exactOptional(v.array(id)),
    configurationFor: v.exactOptional(v.string()),
    configurationId: v.exactOptional(v.string()),
    configurationGlobalId: v.exactOptional(id),
  }),
  v.object({
    kind: v.literal('settled'),
    key: line,
    of: line,
    others: v.exactOptional(
      v.pipe(
        v.array(line),
        v.check(({ length }) => length % 2 === 0),
      ),
    ),
  }),
  v.object({ kind: v.literal('plan'), testPoints, complete: v.boolean() }),
  // Only for reports, which read it themselves.
  v.object({ kind: v.literal('note') }),
  v.object({ kind: v.literal('end'), finish: v.picklist(['complete', 'stop', 'leave']) }),
]);

/** A parsed line as an entry; undefined if its shape is wrong. */
export function entryOf(value: unknown): Entry | undefined {
  const { success, output } = v.safeParse(entry, value, { abortEarly: true });
  return success ? output : undefined;
}
