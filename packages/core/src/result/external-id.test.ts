import { describe, expect, it } from 'vitest';
import { SECRET_KEY, sampleMapping, sampleRecord } from '../../test/samples/mapping-sample.js';
import type { TestRecord } from '../model.js';
import { fullPath, identify } from './external-id.js';
import type { MappingSettings } from './mapping.js';

const path = 'shop/cart.spec.ts > Cart > adds an item';

describe('an external id', () => {
  const cases: [string, Partial<TestRecord>, Partial<MappingSettings>, string][] = [
    ['is the path and the titles', {}, {}, 'shop/cart.spec.ts > Cart > adds an item'],
    ['is the titles alone without a file', { file: '' }, {}, 'Cart > adds an item'],
    ['is the file alone without titles', { titlePath: [] }, {}, 'shop/cart.spec.ts'],
    ['keeps empty titles, which are levels, too', { titlePath: ['', 'x'] }, {}, 'shop/cart.spec.ts >  > x'],
    ['has a number for the second of its name', { occurrence: 2 }, {}, 'shop/cart.spec.ts > Cart > adds an item (2)'],
    ['has no number for the first of its name', { occurrence: 1 }, {}, 'shop/cart.spec.ts > Cart > adds an item'],
    ['names a type check', { origin: 'type check' }, {}, 'shop/cart.spec.ts > Cart > adds an item (type check)'],
    [
      'names the origin before the number among the tests of that origin',
      { origin: 'benchmark', occurrence: 2 },
      {},
      'shop/cart.spec.ts > Cart > adds an item (benchmark) (2)',
    ],
    [
      'names the origin after titles alone, too',
      { origin: 'type check' },
      { externalId: 'title' },
      'Cart > adds an item (type check)',
    ],
    ['given by a type check wins, unchanged', { externalId: 'TC-1', origin: 'type check' }, {}, 'TC-1'],
    ['given by the test wins, unchanged', { externalId: ' TC-1 ', occurrence: 2, project: 'chromium' }, {}, ' TC-1 '],
    ['that is blank gives way to the path', { externalId: '  ' }, {}, 'shop/cart.spec.ts > Cart > adds an item'],
    ['is the titles alone on request', {}, { externalId: 'title' }, 'Cart > adds an item'],
    ['has a number in this form, too', { occurrence: 2 }, { externalId: 'title' }, 'Cart > adds an item (2)'],
    ['is the path if there are no titles', { titlePath: [] }, { externalId: 'title' }, 'shop/cart.spec.ts'],
    [
      'is the sha-1 of the path form on request',
      { project: 'chromium', occurrence: 2 },
      { externalId: 'hash' },
      '9aa2f8d4b893e4d04b3745beebd5158ecc30f359',
    ],
    [
      'names the second of several projects with its name, although it shares their configuration',
      { project: 'chromium (2)', projectName: 'chromium' },
      { configurations: { chromium: {} }, projectInId: false },
      '[chromium (2)] shop/cart.spec.ts > Cart > adds an item',
    ],
    ['is what a function returns', {}, { externalId: (record) => record.file.toUpperCase() }, 'SHOP/CART.SPEC.TS'],
    ['is never empty', { file: '', titlePath: [] }, {}, '(untitled)'],
    ['contains nothing that UTF-8 cannot encode', { titlePath: ['\ud800'] }, {}, 'shop/cart.spec.ts > \ufffd'],
    ['contains no NUL, which databases refuse', { titlePath: ['a\0b'] }, {}, 'shop/cart.spec.ts > a␀b'],
    ['given by the test keeps even that', { externalId: 'a\0b' }, {}, 'a\0b'],
  ];
  it.each(cases)('%s', (_, record, settings, expected) => {
    expect(identify(sampleRecord(record), sampleMapping(settings), [])).toBe(expected);
  });
});

describe('a project', () => {
  const own = { chromium: { id: '22222222-2222-4222-8222-222222222222' } };
  const cases: [string, string | undefined, Partial<MappingSettings>, string][] = [
    ['without its own configuration puts its name before the path', 'chromium', {}, `[chromium] ${path}`],
    ['with its own configuration does not', 'chromium', { configurations: own }, path],
    ['is not identified by the configuration of another', 'firefox', { configurations: own }, `[firefox] ${path}`],
    ['is in the id on request', 'chromium', { configurations: own, projectInId: true }, `[chromium] ${path}`],
    ['is left out on request', 'chromium', { projectInId: false }, path],
    ['without a name does not appear in an id', '', { projectInId: true }, path],
    ['named like a built-in is a project like any other', 'constructor', {}, `[constructor] ${path}`],
    ['comes before the titles, too', 'chromium', { externalId: 'title' }, '[chromium] Cart > adds an item'],
  ];
  it.each(cases)('%s', (_, project, settings, expected) => {
    const record = sampleRecord(project === undefined ? {} : { project });
    expect(identify(record, sampleMapping(settings), [])).toBe(expected);
  });
});

it.each([
  [{}, path],
  [{ project: '' }, path],
  [{ project: 'chromium', occurrence: 2 }, `[chromium] ${path} (2)`],
])('people read where a test is with its project: %j', (record, expected) => {
  expect(fullPath(sampleRecord(record))).toBe(expected);
});

describe('a function that makes external ids', () => {
  const cases: [string, MappingSettings['externalId'], string][] = [
    [
      'throws',
      () => {
        throw new Error('no owner');
      },
      'threw Error: no owner',
    ],
    [
      'throws a value that can’t become a string',
      () => {
        throw Object.create(null);
      },
      'threw {}',
    ],
    ['returns nothing', () => JSON.parse('null'), 'returned a value of type object'],
    ['returns an empty string', () => ' ', 'returned an empty string'],
  ];
  it.each(cases)('that %s results in the path and a warning', (_, externalId, problem) => {
    const warnings: string[] = [];
    const id = identify(sampleRecord(), sampleMapping({ externalId }), warnings);
    expect(id).toBe('shop/cart.spec.ts > Cart > adds an item');
    expect(warnings).toEqual([
      `Option externalId ${problem} for the playwright test "${id}", so its path is its id. Return a non-empty string from the function.`,
    ]);
  });
});

it('a secret in an external id is sent unchanged, with a warning that does not show it', () => {
  const warnings: string[] = [];
  const id = identify(sampleRecord({ externalId: `with ${SECRET_KEY}` }), sampleMapping(), warnings);
  expect(id).toBe(`with ${SECRET_KEY}`);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('External id "with ***" contains a secret');
  expect(warnings[0]).not.toContain(SECRET_KEY);
});
