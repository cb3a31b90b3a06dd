import { describe, expect, it } from 'vitest';
import { lonelyTest, sampleResult } from '../../test/sample.js';
import { annotationsOf, collectMetadata, skipReason, staticTestCases } from './metadata.js';

const said = (...annotations: { type: string; description?: string }[]) => ({ annotations, handOvers: [] });

describe('annotations', () => {
  it('of the same address are one link only if they say the same', () => {
    const same = { type: 'link', description: 'log: https://a.example/1' };
    const attempt = said(same, { type: 'link', description: 'video: https://a.example/1' });
    expect(collectMetadata(lonelyTest(), [attempt, said(same)]).links).toEqual([
      { url: 'https://a.example/1', title: 'log' },
      { url: 'https://a.example/1', title: 'video' },
    ]);
  });

  it('and tags name test cases', () => {
    const test = lonelyTest({ tags: ['@smoke', '@tc:1,2'], annotations: [{ type: 'tc', description: 'TC 3 and 1' }] });
    expect(staticTestCases(test)).toEqual([1, 2, 3]);
    expect(collectMetadata(test, [])).toEqual({ testCases: [1, 2, 3], properties: { tags: '@smoke' } });
  });

  it('with an id that no number can represent name no test case', () => {
    const huge = '100000000000000000000';
    const test = lonelyTest({ tags: [`@tc:${huge},1`], annotations: [{ type: 'tc', description: huge }] });
    expect(staticTestCases(test)).toEqual([1]);
  });

  it('are text, whatever a test pushes', () => {
    const pushed = [{ type: 'tc', description: 101 }, { type: 'data', description: { a: 1 } }, '@smoke', null];
    const annotations = pushed as unknown as { type: string; description?: string }[];
    const test = lonelyTest({ annotations });
    const texts = [
      { type: 'tc', description: '101' },
      { type: 'data', description: '{"a":1}' },
      { type: '@smoke' },
      { type: 'null' },
    ];
    expect(annotationsOf(test)).toEqual(texts);
    expect(annotationsOf(lonelyTest(), sampleResult({ annotations }))).toEqual(texts);
    expect(collectMetadata(test, [said()]).testCases).toEqual([101]);
  });

  it('say why a test is skipped', () => {
    expect(skipReason([{ type: 'skip' }, { type: 'fixme', description: 'bug 8' }])).toBe('bug 8');
    expect(skipReason([{ type: 'fixme' }])).toBe('fixme');
    expect(skipReason([{ type: 'skip' }])).toBeUndefined();
  });
});

it('an annotation can be written with the prefix testpoint:', () => {
  expect(collectMetadata(lonelyTest(), [said({ type: 'testpoint:externalId', description: 'B-1' })])).toEqual({
    externalId: 'B-1',
  });
});
