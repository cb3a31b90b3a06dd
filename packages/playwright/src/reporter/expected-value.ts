import type { TestStep } from '@playwright/test/reporter';
import { hasLostInJson, isLostInJson } from '@testpoint/core/adapter';
import { firstArgument } from './source-argument.js';

/** `Expect "soft not toMatch"`. An expectation with a message has that message as its title. */
const MATCHER = /^Expect "(?:.* )?([\w$]+)(?:\(.*\))?"$/s;
/** Whether code looks like a value. A bare name would look like text. */
const VALUE = /^(?:[/{[\d'"`-]|(?:new|function|async|class)\b|Symbol\(|expect\.|(?:null|undefined|true|false|NaN)$)|=>/;
const CLASS = /^[A-Z]\w*[a-z]\w*$/;
/** Replaces an object that arrived without its contents. */
const SOME_OBJECT = '[object]';

/**
 * A step's parameters. If an expectation's value did not arrive, uses the author's source for it: a worker sends JSON, in
 * which a regular expression, a Map or an Error is `{}`, and a function is missing.
 */
export function parametersOf(step: TestStep): TestStep['params'] {
  const { params } = step;
  if (step.category !== 'expect' || (params?.expected !== undefined && !hasLostInJson(params.expected))) return params;
  const written = writtenIn(step);
  if (written !== undefined) return { ...params, expected: written };
  if (params?.expected === undefined) return params;
  const { expected, ...others } = params;
  return isLostInJson(expected) ? others : { ...others, expected: marked(expected) };
}

function writtenIn(step: TestStep): string | undefined {
  const matcher = MATCHER.exec(step.title)?.[1];
  // For `expect(…)['toMatch'](…)`, the location is the bracket.
  const text = firstArgument(step.location, (name) => name === '' || matcher === undefined || name === matcher);
  return text !== undefined && (VALUE.test(text) || CLASS.test(text)) ? text : undefined;
}

function marked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isLostInJson(value)) return SOME_OBJECT;
  if (Array.isArray(value)) return value.map(marked);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, marked(member)]));
}
