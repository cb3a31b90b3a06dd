import fc from 'fast-check';

/** Changes a valid value in one place: another type or size, or something removed, duplicated or renamed. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), fc.nat({ max: 3 }), strange())
    .map(([value, path, kind, strange]) => mutate(value, path, kind, strange));
}

/** Values that are invalid everywhere in the interface. */
function strange(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(
      null,
      true,
      '',
      0,
      -0,
      -1,
      1.5,
      1e300,
      2 ** 53,
      [],
      {},
      '\0',
      '\ud800',
      '__proto__',
      'x'.repeat(5000),
    ),
    fc.constantFrom(
      '00000000-0000-0000-0000-000000000000',
      '9999-99-99T99:99:99.9Z',
      'javascript://a.b',
      ' ',
      '-1',
      'NaN',
    ),
    fc.constant(Array.from({ length: 1000 }, () => ({}))),
    fc.nat({ max: 200 }).map(nested),
    fc.jsonValue({ maxDepth: 3 }),
  );
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { stepResults: [value] } : [value];
  return value;
}

/** Follows the numbers as a path into the value, and changes what is there. */
function mutate(value: unknown, [step = 0, ...rest]: number[], kind: number, strange: unknown): unknown {
  if (typeof value !== 'object' || value === null) return strange;
  const keys = Object.keys(value);
  if (keys.length === 0) return strange;
  const chosen = keys[step % keys.length] ?? '';
  if (Array.isArray(value)) {
    return value.flatMap((element, index) =>
      String(index) === chosen ? place(element, rest, kind, strange) : [element],
    );
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (name !== chosen) return [[name, member]];
      const placed = place(member, rest, kind, strange).map((one): [string, unknown] => [name, one]);
      return kind === 2 ? [[`${name}x`, member]] : placed;
    }),
  );
}

/** The elements to put in place of the original: a changed one, none, or two copies. */
function place(element: unknown, rest: number[], kind: number, strange: unknown): unknown[] {
  if (rest.length > 0) return [mutate(element, rest, kind, strange)];
  if (kind === 0) return [strange];
  return kind === 1 ? [] : [element, element];
}
