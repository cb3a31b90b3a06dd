import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FAILURE_REASONS } from '@testpoint/interface/constants';
import type { LinkRecord } from '../model.js';
import { nearestKey } from './nearest-key.js';
import { flag, guid, isObject, oneOf, type Parse, type ParseContext, shown, text, whole } from './parse.js';
import type { ConfigurationSetting, ExternalIdSetting, Settings, TestPointSetting } from './settings.js';

const anyWhole = whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const SHORTEST_SECRET = 4;

export const externalId: Parse<ExternalIdSetting> = (value, context) => {
  if (isExternalIdFunction(value)) return value;
  return oneOf(
    'path',
    'title',
    'hash',
  )(value, {
    ...context,
    complain: (complaint) => context.complain({ ...complaint, fix: 'Give path, title, hash, or a function' }),
  });
};

/** What a function makes of a record is checked where it is called. */
function isExternalIdFunction(value: unknown): value is Exclude<ExternalIdSetting, string> {
  return typeof value === 'function';
}

/** Test points: a list, the path of a JSON file that holds one, or 'from-tests'. */
export const testPoints: Parse<TestPointSetting[] | 'from-tests'> = (value, context) => {
  if (value === 'from-tests') return value;
  if (typeof value !== 'string') return testPointList(value, context);
  const path = resolve(context.directory, value);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return context.complain({
      message: `the file ${path} can't be read: ${error instanceof Error ? error.message : String(error)}`,
      fix: "Give 'from-tests', a list, or the path of a JSON file that holds one",
    });
  }
  return testPointList(isObject(content) ? content.testPoints : content, context);
};

const testPointList: Parse<TestPointSetting[]> = (value, context) => {
  if (!Array.isArray(value) || value.length === 0) {
    return context.complain({
      message: `${shown(value)} is not a list of test points`,
      fix: 'List objects with configurationGlobalId and testCaseGlobalId, at least one',
    });
  }
  return all(
    value,
    (point, at) => {
      const fields = fieldsOf(point, ['configurationGlobalId', 'testCaseGlobalId'], at);
      const configurationGlobalId = anyWhole(fields?.configurationGlobalId, under(at, '.configurationGlobalId'));
      const testCaseGlobalId = anyWhole(fields?.testCaseGlobalId, under(at, '.testCaseGlobalId'));
      if (configurationGlobalId === undefined || testCaseGlobalId === undefined) return undefined;
      return { configurationGlobalId, testCaseGlobalId };
    },
    context,
  );
};

/** Configurations by project name, each with an id, a global id, or both. */
export const configurations: Parse<Record<string, ConfigurationSetting>> = (value, context) => {
  if (!isObject(value)) {
    return context.complain({
      message: `${shown(value)} is not a map`,
      fix: 'Map project names to configurations: { chromium: { id, globalId } }',
    });
  }
  return map(
    value,
    (entry, at) => {
      const fields = fieldsOf(entry, ['id', 'globalId'], at);
      if (fields === undefined) return undefined;
      if (fields.id === undefined && fields.globalId === undefined) {
        return at.complain({
          message: 'it has neither id nor globalId',
          fix: 'Give the GUID as id, the number as globalId, or both',
        });
      }
      const id = fields.id === undefined ? undefined : guid(fields.id, under(at, '.id'));
      const globalId = fields.globalId === undefined ? undefined : anyWhole(fields.globalId, under(at, '.globalId'));
      return { ...(id !== undefined && { id }), ...(globalId !== undefined && { globalId }) };
    },
    context,
  );
};

export const steps: Parse<Settings['steps']> = (value, context) => {
  const fields = fieldsOf(value, ['expect', 'api', 'fixtures'], context);
  if (fields === undefined) return undefined;
  const part = (name: string) => (fields[name] === undefined ? true : flag(fields[name], under(context, `.${name}`)));
  return { expect: part('expect') ?? true, api: part('api') ?? true, fixtures: part('fixtures') ?? true };
};

/** Secrets. Nothing of them is shown. */
export const redact: Parse<(string | RegExp)[]> = (value, context) => {
  if (!Array.isArray(value)) {
    return context.complain({
      message: 'it is not a list',
      fix: 'List strings of 4 or more characters, or regular expressions',
    });
  }
  return all<string | RegExp>(
    value,
    (entry, at) => {
      if (entry instanceof RegExp) {
        if (!new RegExp(entry.source, entry.flags.replace(/[gy]/g, '')).test('')) return entry;
        return at.complain({
          message: 'it matches the empty text, and so everywhere',
          fix: 'Write a pattern that needs at least one character',
        });
      }
      if (typeof entry !== 'string')
        return at.complain({ message: 'it is neither a string nor a regular expression', fix: 'Give one of these' });
      if (entry.length >= SHORTEST_SECRET) return entry;
      return at.complain({
        message: `it has fewer than ${SHORTEST_SECRET} characters, and would mask half of every text`,
        fix: 'Leave it out, or give a regular expression that says where it stands',
      });
    },
    context,
  );
};

const LINK_FIELDS = ['url', 'title', 'description', 'type'];
const linkType = oneOf('Related', 'Blocked by', 'Defect', 'Issue', 'Requirement', 'Repository');

export const links: Parse<LinkRecord[]> = (value, context) => {
  if (!Array.isArray(value))
    return context.complain({ message: `${shown(value)} is not a list`, fix: 'List objects with a url' });
  return all(
    value,
    (entry, at) => {
      const fields = fieldsOf(entry, LINK_FIELDS, at);
      const url = fields && text(fields.url, under(at, '.url'));
      if (fields === undefined || url === undefined) return undefined;
      const title = fields.title === undefined ? undefined : text(fields.title, under(at, '.title'));
      const description =
        fields.description === undefined ? undefined : text(fields.description, under(at, '.description'));
      const type = fields.type === undefined ? undefined : linkType(fields.type, under(at, '.type'));
      return {
        url,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(type !== undefined && { type }),
      };
    },
    context,
  );
};

/** Names and values; numbers and booleans are written as text. */
export const stringMap: Parse<Record<string, string>> = (value, context) => {
  if (!isObject(value))
    return context.complain({ message: `${shown(value)} is not a map`, fix: 'Map names to strings' });
  return map(
    value,
    (entry, at) => {
      if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') return String(entry);
      return at.complain({ message: `${shown(entry)} is not a text`, fix: 'Give a string' });
    },
    context,
  );
};

const failureReason = oneOf(...FAILURE_REASONS);

export const failureReasons: Parse<Settings['failureReasons']> = (value, context) => {
  if (!Array.isArray(value))
    return context.complain({ message: `${shown(value)} is not a list`, fix: 'List objects with pattern and reason' });
  return all(
    value,
    (entry, at) => {
      const fields = fieldsOf(entry, ['pattern', 'reason'], at);
      if (fields === undefined) return undefined;
      const pattern = fields.pattern instanceof RegExp ? fields.pattern : text(fields.pattern, under(at, '.pattern'));
      const reason = failureReason(fields.reason, under(at, '.reason'));
      return pattern === undefined || reason === undefined ? undefined : { pattern, reason };
    },
    context,
  );
};

function all<T>(list: readonly unknown[], parse: Parse<T>, context: ParseContext): T[] | undefined {
  const parsed: T[] = [];
  for (const [index, entry] of list.entries()) {
    const value = parse(entry, under(context, `[${index}]`));
    if (value === undefined) return undefined;
    parsed.push(value);
  }
  return parsed;
}

function map<T>(entries: Record<string, unknown>, parse: Parse<T>, context: ParseContext): Record<string, T> {
  const parsed: Record<string, T> = {};
  for (const [name, entry] of Object.entries(entries)) {
    if (entry === undefined) continue;
    const value = parse(entry, under(context, `.${name}`));
    if (value !== undefined)
      Object.defineProperty(parsed, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return parsed;
}

function fieldsOf(
  value: unknown,
  known: readonly string[],
  context: ParseContext,
): Record<string, unknown> | undefined {
  if (!isObject(value))
    return context.complain({
      message: `${shown(value)} is not an object`,
      fix: `Give an object with ${known.join(', ')}`,
    });
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const nearest = nearestKey(key, known);
    return context.complain({
      below: `.${key}`,
      message: 'there is no such key',
      fix: nearest === undefined ? `Known are ${known.join(', ')}` : `Did you mean ${nearest}?`,
      ...(nearest !== undefined && { nearest }),
    });
  }
  return value;
}

function under(context: ParseContext, path: string): ParseContext {
  return {
    ...context,
    complain: (complaint) => context.complain({ ...complaint, below: path + (complaint.below ?? '') }),
  };
}
