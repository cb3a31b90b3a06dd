import { describe, expect, it } from 'vitest';
import { sampleMapping } from '../../test/samples/mapping-sample.js';
import { startDraft } from './draft.js';
import { addPair, toStringMap } from './string-map.js';

describe('a parameter value', () => {
  const cyclic: Record<string, unknown> = { name: 'root' };
  cyclic.self = cyclic;
  const shared = { a: 1 };
  const cases: [string, unknown, string][] = [
    ['that is a string stays as it is', 'a "b"', 'a "b"'],
    ['that is empty stays empty', '', ''],
    ['with NUL, which databases refuse', 'a\0b', 'a␀b'],
    ['that is a number', 12.5, '12.5'],
    ['that is NaN', Number.NaN, 'NaN'],
    ['that is infinite', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['that is a boolean', true, 'true'],
    ['that is null', null, 'null'],
    ['that is undefined', undefined, 'undefined'],
    ['that is a BigInt', 2n ** 70n, '1180591620717411303424'],
    ['that is a symbol', Symbol('tag'), 'Symbol(tag)'],
    ['that is a function', function pay() {}, '[function pay]'],
    [
      'that is a function without a name',
      (
        () => () =>
          1
      )(),
      '[function]',
    ],
    ['that is an object is JSON', { a: [1, 'x', null], b: { c: true } }, '{"a":[1,"x",null],"b":{"c":true}}'],
    ['with holes in its objects is JSON', { a: undefined, b: [undefined] }, '{"b":["undefined"]}'],
    ['that JSON has no form for', { a: Number.NaN, b: 1n, c: Symbol('s') }, '{"a":"NaN","b":"1","c":"Symbol(s)"}'],
    ['that contains itself', cyclic, '{"name":"root","self":"[circular]"}'],
    ['that holds an object twice', [shared, shared], '[{"a":1},{"a":1}]'],
    ['that is a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['that is a map', new Map([['a', 1]]), '[["a",1]]'],
    ['that is a set', new Set([1, 2]), '[1,2]'],
    ['that is an error', new TypeError('no'), 'TypeError: no'],
    ['that is a pattern', /x/g, '/x/g'],
    ['whose toJSON throws', { toJSON: () => fail('mood') }, '[unreadable: Error: mood]'],
    ['whose toJSON returns itself', selfish(), '{"a":1}'],
    ['with a getter that throws lacks that member', { ok: 1, bad: thrower() }, '{"ok":1,"bad":{}}'],
    ['without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['with its own __proto__', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    ['with a secret in it', { token: 'hun"ter22', 'hun"ter22': 1 }, '{"token":"***","***":1}'],
    ['that is a secret number', 98765432, '***'],
    ['that claims to be a map', { [Symbol.toStringTag]: 'Map' }, expect.stringContaining('[unreadable: TypeError')],
  ];
  it.each(cases)('%s', (_, value, expected) => {
    const map = stringMap({ value });
    expect(map).toEqual({ value: expected });
  });

  it('that is thousands of levels deep ends in a note', () => {
    let value: unknown = 'bottom';
    for (let level = 0; level < 20_000; level++) value = { value };
    expect(stringMap({ value })?.value).toMatch(/^(\{"value":){100}"\[…\]"\}{100}$/);
  });

  it('that is practically endless is cut, with a note of how much', () => {
    expect(stringMap({ value: new Array(50_000).fill(0) })?.value).toMatch(/,0,"\[… 30000 more\]"\]$/);
  });
});

describe('parameters', () => {
  it('named __proto__ or like a built-in arrive', () => {
    const map = stringMap(JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}'));
    expect(JSON.stringify(map)).toBe('{"__proto__":"a","constructor":"b","toString":"c"}');
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
  });

  it('whose names are masked do not replace each other', () => {
    expect(stringMap({ 'hun"ter22': 'a', '98765432': 'b', '***': 'c' })).toEqual({
      '***': 'b',
      '*** (2)': 'a',
      '*** (3)': 'c',
    });
  });

  it('override those of the settings, and keep the others', () => {
    const draft = startDraft(sampleMapping());
    const map = toStringMap({ os: 'linux' }, { os: 'any', build: 7 }, 'parameter', draft);
    expect(map).toEqual({ build: '7', os: 'linux' });
  });

  it('that are undefined are omitted', () => {
    expect(stringMap({})).toBeUndefined();
    expect(stringMap(undefined)).toBeUndefined();
  });

  it('with a getter that throws say so', () => {
    expect(stringMap(thrower())).toEqual({ x: '[unreadable: Error: getter]' });
  });

  it('that are long are cut, and whole in an attachment', () => {
    const draft = startDraft(sampleMapping());
    const value = 'x'.repeat(100_000);
    const map = toStringMap({ query: value, [value]: value }, undefined, 'property', draft);
    expect(map?.query).toContain('the whole text is in the attachment "property query.txt"');
    const names = ['property query.txt', 'property name.txt', `property ${'x'.repeat(39)}….txt`];
    expect(draft.attachments).toEqual(names.map((name) => expect.objectContaining({ name, body: value })));
    expect(draft.references).toEqual(draft.attachments.map(({ placeholder }) => ({ id: placeholder })));
  });

  it('that we add do not replace existing ones', () => {
    const map = { attempts: 'mine' };
    addPair(map, 'attempts', '3');
    expect(map).toEqual({ attempts: 'mine', 'attempts (2)': '3' });
  });
});

function stringMap(values: Record<string, unknown> | undefined): Record<string, string> | undefined {
  const draft = startDraft(sampleMapping({ redact: ['hun"ter22', '98765432'] }));
  return toStringMap(values, undefined, 'parameter', draft);
}

function fail(words: string): never {
  throw new Error(words);
}

function thrower(): Record<string, unknown> {
  return Object.defineProperty({}, 'x', { enumerable: true, get: () => fail('getter') });
}

function selfish(): object {
  const value = { a: 1 };
  return Object.defineProperty(value, 'toJSON', { value: () => value });
}
