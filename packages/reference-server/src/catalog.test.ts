import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CatalogError, EMPTY_CATALOG, readCatalog } from './catalog.js';
import type { CatalogContent } from './catalog-schema.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-catalog-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const GUID = 'aaaaaaaa-0000-4000-8000-000000000010';
const catalog: CatalogContent = {
  users: [{ userName: 'ada', secretKey: 'x' }],
  projects: [{ globalId: 1, name: 'Shop' }, { globalId: 2 }],
  configurations: [{ globalId: 10, id: GUID, projectGlobalId: 1 }],
  testCases: [
    { globalId: 101, projectGlobalId: 1, autoTests: ['a'] },
    { globalId: 201, projectGlobalId: 2, autoTests: [] },
  ],
  testPlans: [{ globalId: 5, projectGlobalId: 1, testPoints: [{ configurationGlobalId: 10, testCaseGlobalId: 101 }] }],
};

/** A copy with one value replaced, given by its JSON pointer; undefined removes it. */
function changed(pointer: string, value: unknown): unknown {
  const copy = structuredClone(catalog) as unknown as Record<string, unknown>;
  const path = pointer.split('/').slice(1);
  const last = path.pop() ?? '';
  let target = copy;
  for (const key of path) target = target[key] as Record<string, unknown>;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return copy;
}

describe('a catalog', () => {
  it('can be an object or a file, even one with a byte order mark', () => {
    const file = join(directory, 'good.json');
    writeFileSync(file, `\uFEFF${JSON.stringify(catalog)}`);
    for (const source of [catalog, file]) {
      const read = readCatalog(source);
      expect(read.hasProject(1)).toBe(true);
      expect(read.hasProject(3)).toBe(false);
      expect(read.planHas(5, { configurationGlobalId: 10, testCaseGlobalId: 101 })).toBe(true);
      expect(read.planHas(5, { configurationGlobalId: 10, testCaseGlobalId: 201 })).toBe(false);
      expect(read.testCase(101)?.autoTests).toEqual(['a']);
    }
    expect(readCatalog(EMPTY_CATALOG).users).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['/users', undefined, 'users'],
    ['/extra', [], 'extra'],
    ['/users/0/secretKey', '', '/users/0/secretKey'],
    ['/users/1', { userName: 'ada', secretKey: 'y' }, '/users/1/userName is the same as that of /users/0'],
    ['/projects/0/globalId', 0, '/projects/0/globalId'],
    ['/projects/0/globalId', '1', '/projects/0/globalId'],
    ['/projects/1/globalId', 1, '/projects/1/globalId is the same as that of /projects/0'],
    ['/configurations/0/id', 'x', '/configurations/0/id'],
    ['/configurations/0/projectGlobalId', 3, '/configurations/0/projectGlobalId names project 3'],
    [
      '/configurations/1',
      { globalId: 11, id: GUID.toUpperCase(), projectGlobalId: 1 },
      '/configurations/1/id is the same',
    ],
    ['/configurations/0/name', 7, '/configurations/0/name'],
    ['/testCases/0/autoTests', 'a', '/testCases/0/autoTests'],
    ['/testCases/0/autoTests', [''], '/testCases/0/autoTests/0'],
    [
      '/testPlans/0/testPoints/0/testCaseGlobalId',
      102,
      '/testPlans/0/testPoints/0/testCaseGlobalId is 102, which is not in /testCases',
    ],
    ['/testPlans/0/testPoints/0/testCaseGlobalId', 201, 'belongs to a different project than the plan'],
    ['/testPlans/0/testPoints/0/configurationGlobalId', 11, '/testPlans/0/testPoints/0/configurationGlobalId is 11'],
    ['/testPlans/0/testPoints/0', {}, '/testPlans/0/testPoints/0'],
  ])('with %s of %j is refused, and the message points at it', (pointer, value, message) => {
    const file = join(directory, 'bad.json');
    writeFileSync(file, JSON.stringify(changed(pointer, value)));
    expect(() => readCatalog(file)).toThrow(CatalogError);
    expect(() => readCatalog(file)).toThrow(message);
    expect(() => readCatalog(file)).toThrow(`The catalog ${file} is invalid:`);
  });

  it.each([
    ['no file', undefined, 'Cannot read the catalog'],
    ['no JSON', '{"users": [', 'is not valid JSON'],
    ['no object', '[]', 'is invalid'],
  ])('of %s is refused', (_, text, message) => {
    const file = join(directory, `${message.length}.json`);
    if (text !== undefined) writeFileSync(file, text);
    expect(() => readCatalog(file)).toThrow(message);
  });

  it('with many errors is refused, and the message lists the first twenty', () => {
    const projects = Array.from({ length: 50 }, () => ({ globalId: 1 }));
    expect(() => readCatalog({ ...EMPTY_CATALOG, projects })).toThrow(/and 29 more$/);
  });
});
