/**
 * The columns of `Rows` with numbers. Names are indexes into the lists of `Rows`, -1 for none. Times are epoch milliseconds, -1 if unknown. At most
 * four kinds of arrays: with a fifth, V8 no longer compiles a loop over all of them well.
 */
const NUMBERS = {
  outcomes: Uint8Array,
  /** `Repeat` */
  repeats: Uint8Array,
  files: Uint32Array,
  suites: Uint32Array,
  /** From 1; 0 if unknown. */
  lines: Uint32Array,
  projects: Int32Array,
  environments: Int32Array,
  /** The environment without a session's number: what another run may have, too. */
  lastingEnvironments: Int32Array,
  configurations: Int32Array,
  sessions: Uint32Array,
  /** Index of the source of the result's line, and its position there. */
  sources: Uint32Array,
  places: Uint32Array,
  starts: Float64Array,
  durations: Float64Array,
  workers: Int32Array,
  /** Index into `groups`. */
  failures: Int32Array,
  failureReasons: Int32Array,
  attempts: Uint32Array,
  traits: Uint8Array,
};
export type Numbers = { -readonly [Name in keyof typeof NUMBERS]: InstanceType<(typeof NUMBERS)[Name]> };
const NAMES = Object.keys(NUMBERS) as (keyof Numbers)[];

/** Room for `size` rows. */
export function emptyColumns(size: number): Numbers {
  return columns((name) => new NUMBERS[name](size));
}

/** The same rows, and room for more. */
export function largerColumns(from: Numbers, size: number): Numbers {
  return columns((name) => {
    const larger = new NUMBERS[name](size);
    larger.set(from[name]);
    return larger;
  });
}

/** Only these rows, in this order. */
export function pickedColumns(from: Numbers, order: Uint32Array): Numbers {
  return columns((name) => {
    const [values, picked] = [from[name], new NUMBERS[name](order.length)];
    for (let at = 0; at < order.length; at++) picked[at] = values[order[at] ?? 0] ?? 0;
    return picked;
  });
}

function columns(make: (name: keyof Numbers) => Numbers[keyof Numbers]): Numbers {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as unknown as Numbers;
}
