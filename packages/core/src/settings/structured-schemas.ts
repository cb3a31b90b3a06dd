import { FAILURE_REASONS } from '@testpoint/interface/constants';
import * as v from 'valibot';
import type { TestRecord } from '../model.js';
import { SHORTEST_SECRET } from '../result/masking/redaction.js';
import { TimedPattern } from '../result/masking/timed-pattern.js';
import { flag, globalId, guid, listOf, mapOf, objectOf, oneOf, text, thisValue, whole } from './schemas.js';

/** The schemas of options that are lists, maps and functions. */

/** The result of a function is checked where it is called. */
export function externalId() {
  const idFunction = v.custom<(record: TestRecord) => string>((value) => typeof value === 'function');
  const words = v.picklist(
    ['path', 'title', 'hash'],
    thisValue('is not allowed. Give path, title, hash, or a function.'),
  );
  return v.lazy((value): typeof idFunction | typeof words => (typeof value === 'function' ? idFunction : words));
}

/** Also accepts the path of a JSON file, whose content is read before it gets here (`test-points-file.ts`). */
export function testPoints() {
  const fromTests = v.literal('from-tests');
  const list = v.pipe(
    listOf(
      objectOf({ configurationGlobalId: globalId(), testCaseGlobalId: globalId() }),
      "Give 'from-tests', the path of a JSON file, or a list of objects with configurationGlobalId and testCaseGlobalId.",
    ),
    v.nonEmpty(thisValue('is empty. List at least one test point, or leave the option out.')),
  );
  return v.pipe(
    v.custom<v.InferInput<typeof list> | 'from-tests' | (string & {})>(() => true),
    v.lazy((value): typeof fromTests | typeof list => (value === 'from-tests' ? fromTests : list)),
  );
}

export function configurations() {
  const configuration = v.pipe(
    objectOf({ id: v.exactOptional(guid()), globalId: v.exactOptional(globalId()) }),
    v.check(
      (ids) => ids.id !== undefined || ids.globalId !== undefined,
      'it has neither id nor globalId. Give the GUID as id, the number as globalId, or both.',
    ),
  );
  return mapOf(configuration, 'Map project names to configurations: { chromium: { id, globalId } }.');
}

export function steps() {
  const part = v.optional(flag(), true);
  return objectOf({ expect: part, api: part, fixtures: part });
}

/** Secrets, which are never shown. */
export function redact() {
  const pattern = v.pipe(
    v.instance(RegExp),
    v.check(
      (given) => new TimedPattern(given, '').matchesEmpty !== true,
      'it matches the empty string, so it matches everywhere. Write a pattern that needs at least one character.',
    ),
  );
  const secret = v.pipe(
    v.string('it is neither a string nor a regular expression. Give one or the other.'),
    v.minLength(
      SHORTEST_SECRET,
      `it has fewer than ${SHORTEST_SECRET} characters, so it would mask unrelated text. Remove it, or give a regular expression with its surroundings.`,
    ),
  );
  return v.array(
    v.lazy((value): typeof pattern | typeof secret => (value instanceof RegExp ? pattern : secret)),
    `it is not a list. List strings of ${SHORTEST_SECRET} or more characters, or regular expressions.`,
  );
}

export function links() {
  const words = v.exactOptional(text());
  const type = oneOf('Related', 'Blocked by', 'Defect', 'Issue', 'Requirement', 'Repository');
  const link = objectOf({ url: text(), title: words, description: words, type: v.exactOptional(type) });
  return listOf(link, 'List objects with a url.');
}

/** Names and values; numbers and booleans become texts. */
export function stringMap() {
  const value = v.pipe(
    v.custom<string | number | boolean>(
      (given) => ['string', 'number', 'boolean'].includes(typeof given),
      thisValue('is not allowed. Give a string.'),
    ),
    v.transform(String),
  );
  return mapOf(value, 'Map names to strings.');
}

export function failureReasons() {
  const regExp = v.instance(RegExp);
  const words = text();
  const pattern = v.lazy((value): typeof regExp | typeof words => (value instanceof RegExp ? regExp : words));
  const place = v.exactOptional(oneOf('message', 'trace', 'file', 'step'));
  const rule = objectOf({ pattern, in: place, reason: oneOf(...FAILURE_REASONS) });
  const auto = oneOf('auto');
  const item = v.lazy((value): typeof rule | typeof auto => (typeof value === 'string' ? auto : rule));
  return listOf(item, "List objects with pattern and reason, and 'auto'.");
}

/** Each rule is optional. */
export function gateRules() {
  const count = v.exactOptional(whole(0, Number.MAX_SAFE_INTEGER));
  const rate = v.pipe(
    v.custom<number>(
      (value) => typeof value === 'number' && value >= 0 && value <= 1,
      thisValue('is not allowed. Give a number from 0 to 1.'),
    ),
  );
  const rule = v.exactOptional(flag());
  return objectOf({
    ...{ maxFailed: count, minPassRate: v.exactOptional(rate), maxFlaky: count, noNewFailures: rule },
    ...{ minTests: count, maxTestDuration: count, allRan: rule, allDelivered: rule },
  });
}
