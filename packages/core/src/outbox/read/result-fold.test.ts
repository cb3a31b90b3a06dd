import { expect, it } from 'vitest';
import { ResultFold } from './result-fold.js';

/** Every order of the given items. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

type Line =
  | ['provisional' | 'result', key: number]
  | ['settled', key: number, provisional: number]
  | ['correction', corrects: number];

/** The lines that count, by number, if a journal's lines are read in this order. */
function countingIn(lines: readonly [number, Line][]): { line: number; corrects?: number | undefined }[] {
  const fold = new ResultFold<string>();
  const counting = lines.flatMap(([number, line]) => {
    const value = `${number}`;
    switch (line[0]) {
      case 'settled':
        return fold.settle({ kind: 'settled', key: line[1], of: line[2] }, number);
      case 'correction':
        return fold.take({ kind: 'result', corrects: line[1] }, number, value) ?? [];
      default:
        return fold.take({ kind: line[0], key: line[1] }, number, value) ?? [];
    }
  });
  const all = [...counting, ...fold.rest()];
  expect(fold.open).toBe(0);
  expect(all.map(({ value }) => value)).toEqual(all.map(({ sequence }) => `${sequence}`));
  const sorted = all.sort((one, other) => one.sequence - other.sequence);
  return sorted.map(({ sequence, corrects }) =>
    corrects === undefined ? { line: sequence } : { line: sequence, corrects },
  );
}

const cases: [string, Line[], { line: number; corrects?: number }[]][] = [
  [
    'the last provisional result of a test without another',
    [
      ['provisional', 1],
      ['provisional', 1],
    ],
    [{ line: 1 }],
  ],
  [
    'a result instead of provisional ones',
    [
      ['provisional', 1],
      ['provisional', 1],
      ['result', 1],
    ],
    [{ line: 2 }],
  ],
  [
    'a settled provisional result',
    [
      ['provisional', 1],
      ['provisional', 1],
      ['settled', 1, 1],
    ],
    [{ line: 1 }],
  ],
  [
    'nothing if the settled line is missing',
    [
      ['provisional', 1],
      ['settled', 1, 9],
    ],
    [],
  ],
  [
    'each test for itself',
    [
      ['provisional', 1],
      ['provisional', 2],
      ['result', 1],
    ],
    [{ line: 1 }, { line: 2 }],
  ],
];
it.each(cases)('whatever the order of its lines, a journal counts %s', (_, lines, expected) => {
  for (const order of ordersOf(lines.map((line, number): [number, Line] => [number, line]))) {
    expect(countingIn(order), JSON.stringify(order)).toEqual(expected);
  }
});

it('of several corrections of a result, only the last one counts, in addition to the result', () => {
  const lines: Line[] = [
    ['result', 1],
    ['correction', 0],
    ['correction', 1],
  ];
  expect(countingIn([...lines.entries()])).toEqual([{ line: 0 }, { line: 2, corrects: 0 }]);
});

it('the line that replaces others names them', () => {
  const fold = new ResultFold<string>();
  fold.take({ kind: 'provisional', key: 1 }, 4, 'first');
  fold.take({ kind: 'provisional', key: 1 }, 6, 'second');
  expect(fold.settle({ kind: 'settled', key: 1, of: 6 }, 8)).toEqual([
    { sequence: 6, value: 'second', others: [4, 8] },
  ]);
  fold.take({ kind: 'provisional', key: 2 }, 10, 'third');
  expect(fold.take({ kind: 'result', key: 2 }, 12, 'fourth')).toMatchObject({ sequence: 12, others: [10] });
});

it('one line may settle several tests, and replaces lines once', () => {
  const fold = new ResultFold<string>();
  for (const key of [1, 2, 3]) fold.take({ kind: 'provisional', key }, key, `${key}`);
  fold.take({ kind: 'result', corrects: 0 }, 7, 'correction');
  expect(fold.open).toBe(4);
  expect(fold.settle({ kind: 'settled', key: 1, of: 1, others: [3, 3, 2, 2] }, 8)).toEqual([
    { sequence: 1, value: '1', others: [8] },
    { sequence: 3, value: '3', others: [] },
    { sequence: 2, value: '2', others: [] },
  ]);
  expect(fold.open).toBe(1);
});

it('a result without a key stands for itself', () => {
  const fold = new ResultFold<string>();
  expect(fold.take({ kind: 'result' }, 0, 'first')).toEqual({ sequence: 0, value: 'first', others: [] });
  expect(fold.take({ kind: 'provisional' }, 1, 'second')).toBeUndefined();
  fold.take({ kind: 'result', key: 1 }, 2, 'third');
  expect(fold.take({ kind: 'provisional', key: 1 }, 3, 'fourth')).toBeUndefined();
  expect(fold.rest()).toEqual([]);
});
