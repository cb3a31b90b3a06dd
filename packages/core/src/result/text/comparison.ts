import { isArray, keysOf, sort, stringify } from '../../built-ins/language.js';
import { jsonSafe } from '../../in-test/json-safe.js';
import type { ErrorRecord } from '../../model.js';

/** Maximum number of characters to write; a report shows no more of a text. */
const TEXT_LIMIT = 65_536;

/**
 * The compared values of an assertion, as texts that can be compared line by line. Empty if the framework provided only one,
 * or if both look the same. Never throws.
 */
export function comparison(expected: unknown, actual: unknown): Pick<ErrorRecord, 'expected' | 'actual'> {
  try {
    if (expected === undefined || actual === undefined) return {};
    const areTexts = typeof expected === 'string' && typeof actual === 'string';
    const texts = areTexts ? { expected, actual } : { expected: readable(expected), actual: readable(actual) };
    return texts.expected === texts.actual ? {} : texts;
  } catch {
    return {};
  }
}

/** Only strings are quoted. Values that JSON can't represent are described in words. */
function readable(value: unknown): string {
  const copy = jsonSafe(value);
  if (typeof copy === 'string' && typeof value !== 'string') return copy;
  return new Lines().of(copy);
}

/** Indented JSON of plain data, with sorted members. */
class Lines {
  #text = '';

  of(value: unknown): string {
    this.#write(value, '\n');
    return this.#text;
  }

  /** @param line line break and indentation of the line on which the value starts */
  #write(value: unknown, line: string): void {
    if (this.#text.length > TEXT_LIMIT) return;
    if (typeof value !== 'object' || value === null) this.#text += stringify(value);
    else if (isArray(value)) this.#writeList(value, line);
    else this.#writeMembers(value as Record<string, unknown>, line);
  }

  #writeList(list: readonly unknown[], line: string): void {
    const inner = `${line}  `;
    this.#text += '[';
    for (let index = 0; index < list.length; index++) {
      this.#text += index === 0 ? inner : `,${inner}`;
      this.#write(list[index], inner);
    }
    this.#text += list.length === 0 ? ']' : `${line}]`;
  }

  #writeMembers(members: Readonly<Record<string, unknown>>, line: string): void {
    const inner = `${line}  `;
    const names = sort(keysOf(members), (one, other) => (one < other ? -1 : 1));
    this.#text += '{';
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? '';
      this.#text += `${index === 0 ? inner : `,${inner}`}${stringify(name)}: `;
      this.#write(members[name], inner);
    }
    this.#text += names.length === 0 ? '}' : `${line}}`;
  }
}
