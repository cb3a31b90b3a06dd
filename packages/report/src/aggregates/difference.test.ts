import { expect, it } from 'vitest';
import { type ComparedResult, differenceOf } from './difference.js';

const result = (verdict: ComparedResult['verdict'], duration = -1): ComparedResult => ({ verdict, duration });
const [failed, passed, other] = [result('failed'), result('passed'), result('other')];

it.each<[string, ComparedResult | undefined, ComparedResult | undefined, string | undefined]>([
  ['failed, and passed before', failed, passed, 'new failures'],
  ['failed, and was not there before', failed, undefined, 'new failures'],
  ['failed, and was skipped before', failed, other, 'new failures'],
  ['failed in both', failed, failed, 'still failing'],
  ['passed, and failed before', passed, failed, 'fixed'],
  ['was skipped, and failed before', other, failed, undefined],
  ['passed in both', passed, passed, undefined],
  ['was not there before', passed, undefined, 'added'],
  ['is no longer there', undefined, passed, 'gone'],
  ['took half as long again and 1 s more', result('passed', 3_000), result('passed', 2_000), 'slower'],
  ['took 1 s more, but not half as long again', result('passed', 11_000), result('passed', 10_000), undefined],
  ['took half as long again, but not 1 s more', result('passed', 1_500), result('passed', 600), undefined],
])('a test that %s', (_, now, before, difference) => {
  expect(differenceOf(now, before)).toBe(difference);
});
