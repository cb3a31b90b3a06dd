import { parseArgs } from 'node:util';

/** Options by name, each with its default; undefined for a text that may be missing. */
type Defaults = Readonly<Record<string, string | number | boolean | undefined>>;

/** The type of a default, but not its value. */
type Widened<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends string
      ? string
      : string | undefined;

/**
 * Reads the options of a part: `testTime` is `--test-time`. Those with a number as default take whole numbers from 1.
 * @throws an Error that names the wrong option
 */
export function optionsIn<D extends Defaults>(
  args: readonly string[],
  defaults: D,
): { -readonly [Name in keyof D]: Widened<D[Name]> } {
  const names = Object.keys(defaults).map((name) => [
    name,
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]);
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      names.map(([name = '', typed = '']) => [
        typed,
        { type: typeof defaults[name] === 'boolean' ? 'boolean' : 'string' },
      ]),
    ),
  });
  const read = names.map(([name = '', typed = '']) => {
    const value = values[typed] ?? defaults[name];
    const isNumber = typeof defaults[name] === 'number' && typeof value === 'string';
    return [name, isNumber ? wholeNumber(`--${typed}`, value) : value];
  });
  // Each has its default's type, or text.
  return Object.fromEntries(read);
}

/**
 * Reads the value of an option.
 * @param option as typed, such as `--rounds`
 * @throws an Error that names the option
 */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`${option} takes whole numbers from ${least}, not "${text}".`);
}
