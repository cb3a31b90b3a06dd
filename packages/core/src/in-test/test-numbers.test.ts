import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleMapping, sampleRecord } from '../../test/samples/mapping-sample.js';
import type { TestOrigin } from '../model.js';
import { identify } from '../result/external-id.js';
import type { MappingSettings } from '../result/mapping.js';
import { TestNumbers } from './test-numbers.js';

type Form = Exclude<MappingSettings['externalId'], (...values: never[]) => unknown>;

function idsOf(paths: string[][], externalId: Form = 'path', origin?: TestOrigin): string[] {
  const numbers = new TestNumbers();
  if (origin !== undefined) for (const path of paths) numbers.next(path);
  return paths.map((titlePath) => idOf(titlePath, numbers.next(titlePath, origin), externalId, origin));
}

function idOf(titlePath: string[], occurrence: number, externalId: Form, origin?: TestOrigin): string {
  const record = sampleRecord({ file: 'f', titlePath, occurrence, ...(origin !== undefined && { origin }) });
  return identify(record, sampleMapping({ externalId }), []);
}

describe('the number of a test', () => {
  const cases: [string, string[][], string[]][] = [
    ['tells equal titles apart', [['a'], ['b'], ['a']], ['f > a', 'f > b', 'f > a (2)']],
    ['gives way to no literal title', [['a'], ['a'], ['a (2)']], ['f > a', 'f > a (2)', 'f > a (2) (2)']],
    ['is the next that is free', [['a (2)'], ['a'], ['a'], ['a']], ['f > a (2)', 'f > a', 'f > a (3)', 'f > a (4)']],
    [
      'compares ids, not titles',
      [
        ['x > y', 'z'],
        ['x', 'y > z'],
      ],
      ['f > x > y > z', 'f > x > y > z (2)'],
    ],
    ['compares what UTF-8 can encode', [['\ud800'], ['\udc00']], ['f > \ufffd', 'f > \ufffd (2)']],
    ['survives names of built-ins', [['__proto__'], ['__proto__']], ['f > __proto__', 'f > __proto__ (2)']],
  ];
  it.each(cases)('%s', (_, paths, ids) => {
    expect(idsOf(paths)).toEqual(ids);
  });

  it('tells a type check from a test that runs and has such a title', () => {
    const paths = [['a'], ['a (type check)']];
    expect(idsOf(paths)).toEqual(['f > a', 'f > a (type check)']);
    expect(idsOf(paths, 'path', 'type check')).toEqual(['f > a (type check) (2)', 'f > a (type check) (type check)']);
  });
});

describe('the derived ids of a file', () => {
  const title = fc
    .array(fc.constantFrom('a', 'b', ' > ', ' (2)', ' (3)', ' (type check)', '\ud800', '\udc00', '\ufffd'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(''));
  const file = fc.array(fc.array(title, { minLength: 1, maxLength: 3 }), { maxLength: 30 });

  it.each<Form>(['path', 'title', 'hash'])('in the form %s are all different, also those of its type check', (form) => {
    fc.assert(
      fc.property(file, (paths) => {
        const ids = [...idsOf(paths, form), ...idsOf(paths, form, 'type check')];
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('have no number if no other test has the id', () => {
    fc.assert(
      fc.property(file, (paths) => {
        const plain = paths.map((path) => idOf(path, 1, 'path'));
        const ids = idsOf(paths);
        for (const [index, id] of ids.entries())
          if (id !== plain[index]) expect(ids.slice(0, index)).toContain(plain[index]);
      }),
    );
  });

  it('do not depend on the tests after them', () => {
    fc.assert(
      fc.property(file, file, (paths, more) => {
        expect(idsOf([...paths, ...more]).slice(0, paths.length)).toEqual(idsOf(paths));
      }),
    );
  });
});
