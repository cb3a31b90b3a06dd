import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SequenceSet } from './sequence-set.js';

type Range = readonly [from: number, to: number];

const arbitraryRange = fc
  .tuple(fc.nat({ max: 60 }), fc.nat({ max: 12 }))
  .map(([from, length]): Range => [from, from + length]);
const CANDIDATES = Array.from({ length: 77 }, (_, index) => index - 1);
const arbitraryRanges = fc.array(arbitraryRange, { maxLength: 30 });

function setOf(ranges: readonly Range[]): SequenceSet {
  const set = new SequenceSet();
  for (const [from, to] of ranges) set.add(from, to);
  return set;
}

/** The same numbers, one by one. */
function numbersOf(ranges: readonly Range[]): Set<number> {
  const numbers = new Set<number>();
  for (const [from, to] of ranges) for (let number = from; number <= to; number++) numbers.add(number);
  return numbers;
}

describe('whatever ranges are added, in whatever order', () => {
  it('a number is in the set if and only if a range contained it', () => {
    fc.assert(
      fc.property(arbitraryRanges, (ranges) => {
        const set = setOf(ranges);
        const numbers = numbersOf(ranges);
        expect(CANDIDATES.filter((number) => set.has(number))).toEqual(
          CANDIDATES.filter((number) => numbers.has(number)),
        );
      }),
    );
  });

  it('the size counts each number once', () => {
    fc.assert(
      fc.property(arbitraryRanges, (ranges) => {
        expect(setOf(ranges).size).toBe(numbersOf(ranges).size);
      }),
    );
  });

  it('the gaps left by two sets are the numbers below the highest one that are in neither', () => {
    fc.assert(
      fc.property(arbitraryRanges, arbitraryRanges, (some, others) => {
        const both = numbersOf([...some, ...others]);
        const highest = Math.max(-1, ...both);
        expect(setOf(some).gapsBeside(setOf(others))).toBe(highest + 1 - both.size);
      }),
    );
  });
});

it.each([
  ['in order', '0-0 1-1 2-2', 3],
  ['backwards', '2-2 1-1 0-0', 3],
  ['with a hole that is filled later', '0-3 5-9 4-4', 10],
  ['twice', '3-8 3-8', 6],
  ['around everything before', '5-6 9-9 0-20', 21],
])('numbers added %s', (_, ranges, size) => {
  const pairs = ranges.split(' ').map((range) => range.split('-').map(Number) as [number, number]);
  expect(setOf(pairs).size).toBe(size);
});

it('an empty set contains no number, and two empty sets leave no gaps', () => {
  const empty = new SequenceSet();
  expect([empty.size, empty.has(0), empty.gapsBeside(new SequenceSet())]).toEqual([0, false, 0]);
});
