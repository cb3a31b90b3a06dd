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
  const typed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const options = Object.entries(defaults).map(([name, standard]) => {
    return [typed(name), { type: typeof standard === 'boolean' ? 'boolean' : 'string' }] as const;
  });
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) });
  const read = Object.entries(defaults).map(([name, standard]) => {
    const value = values[typed(name)] ?? standard;
    const isNumber = typeof standard === 'number' && typeof value === 'string';
    return [name, isNumber ? wholeNumber(`--${typed(name)}`, value) : value];
  });
  // Each has its default's type, or text.
  return Object.fromEntries(read);
}

/**
 * Reads a list of names, separated by commas.
 * @throws an Error that names the option, and what is possible
 */
export function namesIn<N extends string>(option: string, text: string, possible: readonly N[]): N[] {
  return text.split(',').map((name) => {
    const found = possible.find((one) => one === name);
    if (found === undefined) throw new Error(`${option}: "${name}" is not one of ${possible.join(', ')}`);
    return found;
  });
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
