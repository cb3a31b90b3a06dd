import { FAILURE_REASONS } from '@testpoint/interface/constants';
import * as v from 'valibot';
import type { TestRecord } from '../model.js';
import { SHORTEST_SECRET } from '../result/masking/redaction.js';
import { TimedPattern } from '../result/masking/timed-pattern.js';
import * as say from './messages.js';
import { flag, globalId, guid, listOf, mapOf, objectOf, oneOf, text, thisValue, whole } from './schemas.js';

/** The schemas of options that are lists, maps and functions. */

/** The result of a function is checked where it is called. */
export function externalId() {
  const idFunction = v.custom<(record: TestRecord) => string>((value) => typeof value === 'function');
  const words = v.picklist(['path', 'title', 'hash'], thisValue(say.notAnExternalId));
  return v.lazy((value): typeof idFunction | typeof words => (typeof value === 'function' ? idFunction : words));
}

/** Also accepts the path of a JSON file, whose content is read before it gets here (`test-points-file.ts`). */
export function testPoints() {
  const fromTests = v.literal('from-tests');
  const list = v.pipe(
    listOf(objectOf({ configurationGlobalId: globalId(), testCaseGlobalId: globalId() }), say.testPointsFix),
    v.nonEmpty(thisValue(say.noTestPoints)),
  );
  return v.pipe(
    v.custom<v.InferInput<typeof list> | 'from-tests' | (string & {})>(() => true),
    v.lazy((value): typeof fromTests | typeof list => (value === 'from-tests' ? fromTests : list)),
  );
}

export function configurations() {
  const configuration = v.pipe(
    objectOf({ id: v.exactOptional(guid()), globalId: v.exactOptional(globalId()) }),
    v.check((ids) => ids.id !== undefined || ids.globalId !== undefined, say.configurationWithoutIds),
  );
  return mapOf(configuration, say.configurationsFix);
}

export function steps() {
  const part = v.optional(flag(), true);
  return objectOf({ expect: part, api: part, fixtures: part });
}

/** Secrets, which are never shown. */
export function redact() {
  const pattern = v.pipe(
    v.instance(RegExp),
    v.check((given) => new TimedPattern(given, '').matchesEmpty !== true, say.matchesEverything),
  );
  const secret = v.pipe(v.string(say.notASecret), v.minLength(SHORTEST_SECRET, say.shortSecret(SHORTEST_SECRET)));
  return v.array(
    v.lazy((value): typeof pattern | typeof secret => (value instanceof RegExp ? pattern : secret)),
    say.secretsNotAList(SHORTEST_SECRET),
  );
}

export function links() {
  const words = v.exactOptional(text());
  const type = oneOf('Related', 'Blocked by', 'Defect', 'Issue', 'Requirement', 'Repository');
  const link = objectOf({ url: text(), title: words, description: words, type: v.exactOptional(type) });
  return listOf(link, say.linksFix);
}

/** Names and values; numbers and booleans become texts. */
export function stringMap() {
  const value = v.pipe(
    v.custom<string | number | boolean>(
      (given) => ['string', 'number', 'boolean'].includes(typeof given),
      thisValue(say.notAProperty),
    ),
    v.transform(String),
  );
  return mapOf(value, say.propertiesFix);
}

export function failureReasons() {
  const regExp = v.instance(RegExp);
  const words = text();
  const pattern = v.lazy((value): typeof regExp | typeof words => (value instanceof RegExp ? regExp : words));
  const place = v.exactOptional(oneOf('message', 'trace', 'file', 'step'));
  const rule = objectOf({ pattern, in: place, reason: oneOf(...FAILURE_REASONS) });
  const auto = oneOf('auto');
  const item = v.lazy((value): typeof rule | typeof auto => (typeof value === 'string' ? auto : rule));
  return listOf(item, say.failureReasonsFix);
}

/** Each rule is optional. */
export function gateRules() {
  const count = v.exactOptional(whole(0, Number.MAX_SAFE_INTEGER));
  const rate = v.pipe(
    v.custom<number>((value) => typeof value === 'number' && value >= 0 && value <= 1, thisValue(say.notARate)),
  );
  const rule = v.exactOptional(flag());
  return objectOf({
    ...{ maxFailed: count, minPassRate: v.exactOptional(rate), maxFlaky: count, noNewFailures: rule },
    ...{ minTests: count, maxTestDuration: count, allRan: rule, allDelivered: rule },
  });
}
