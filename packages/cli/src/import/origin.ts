import { JSONParser } from '@streamparser/json';
import { RESULT } from './allure.js';
import { fileText } from './file-text.js';
import { FORMATS, type Format } from './formats.js';
import { milliseconds, momentOf } from './junit-times.js';
import { readJson } from './read-json.js';
import { type JsonObject, objectOf, objectsOf, textOf, timeOf } from './untrusted.js';

/** Where results come from, as far as a file's first part says so. */
export interface Origin {
  /** The tool and the format, such as "robot 7.1 (CTRF)"; without the tool, the format alone. */
  title: string;
  /** When the run took place, epoch milliseconds. */
  ranAt?: { startedAt: number; endedAt: number };
}

interface Input {
  format: Format;
  files: readonly { path: string }[];
}

/** Reads who wrote the files. What is damaged is reported by those who import them. */
export async function originOf({ format, files }: Input): Promise<Origin> {
  const { title } = FORMATS[format];
  try {
    if (format === 'ctrf') return await originOfCtrf(files[0]?.path ?? '', title);
    if (format === 'junit') return { title, ...(await timesInJUnit(files[0]?.path ?? '')) };
    if (format === 'allure') return { title: titled(frameworkIn(files), title) };
  } catch {
    // The title is enough.
  }
  return { title };
}

function titled(tool: string | undefined, format: string): string {
  const name = tool?.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST) ?? '';
  return name === '' ? format : `${name} (${format})`;
}

/** Tools write both members before the tests. */
async function originOfCtrf(path: string, format: string): Promise<Origin> {
  const parser = new JSONParser({ paths: ['$.results.tool', '$.results.summary'], keepStack: false });
  const found: Record<string, JsonObject | undefined> = {};
  parser.onValue = ({ value, key }) => {
    found[`${key}`] = objectOf(value);
  };
  for await (const text of fileText(path)) {
    parser.write(text.split(TESTS, 1)[0] ?? '');
    break;
  }
  const { tool, summary } = found;
  const name = [tool?.name, tool?.version].map(textOf).filter(Boolean).join(' ');
  const [startedAt, endedAt] = [timeOf(summary?.start), timeOf(summary?.stop)];
  const isKnown = startedAt !== undefined && endedAt !== undefined && startedAt <= endedAt;
  return { title: titled(name, format), ...(isKnown && { ranAt: { startedAt, endedAt } }) };
}

/** From the first start of a suite to the last end, or as long as the root says. Most tools write no times of tests. */
async function timesInJUnit(path: string): Promise<Pick<Origin, 'ranAt'>> {
  let [startedAt, endedAt] = [Number.POSITIVE_INFINITY, -1];
  let whole: number | undefined;
  let rest = '';
  for await (const text of fileText(path)) {
    rest += text;
    for (const [, root, attributes = ''] of rest.matchAll(SUITE)) {
      const time = milliseconds(attributeIn(attributes, 'time'));
      if (root !== undefined) whole ??= time;
      const begun = momentOf(attributeIn(attributes, 'timestamp'));
      if (begun === undefined) continue;
      startedAt = Math.min(startedAt, begun);
      endedAt = Math.max(endedAt, begun + (time ?? 0));
    }
    // An element that goes on in the next piece.
    const open = rest.lastIndexOf('<');
    rest = open < 0 || rest.includes('>', open) ? '' : rest.slice(open, open + LONGEST_ELEMENT);
  }
  if (endedAt < 0) return {};
  return { ranAt: { startedAt, endedAt: whole === undefined ? endedAt : startedAt + whole } };
}

function attributeIn(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];
}

/** Results name their framework in a label. */
function frameworkIn(files: readonly { path: string }[]): string | undefined {
  const results = files.filter(({ path }) => RESULT.test(path));
  const names = results.slice(0, LOOKED_AT).flatMap(({ path }) => {
    const label = objectsOf(objectOf(readJson(path))?.labels).find(({ name }) => name === 'framework');
    return textOf(label?.value) ?? [];
  });
  return [...new Set(names)].join(', ');
}

const SUITE = /<testsuite(s)?(\s[^<>]*)>/g;
/** Characters. */
const LONGEST_ELEMENT = 64 * 1024;
const TESTS = /"tests"\s*:\s*\[/;
/** Of Allure's results, which may be of several frameworks. */
const LOOKED_AT = 20;
/** Characters of a tool's name. */
const LONGEST = 100;
