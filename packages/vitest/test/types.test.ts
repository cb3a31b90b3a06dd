import { beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished, Suite, useService } from './harness.js';

const service = useService();

const RUN = {
  '[second] other.case.ts > passes both': 'Passed',
  '[first] both.case.ts > fails as a type': 'Passed',
  '[first] both.case.ts > fails when it runs': 'Failed',
  '[first] both.case.ts > twice > same': 'Passed',
  '[first] both.case.ts > twice > same (2)': 'Passed',
  '[first] other.case.ts > passes both': 'Passed',
};
const TYPES = {
  '[second] other.case.ts > passes both (type check)': 'Passed',
  '[first] both.case.ts > fails as a type (type check)': 'Failed',
  '[first] both.case.ts > fails when it runs (type check)': 'Passed',
  '[first] both.case.ts > twice > same (type check)': 'Passed',
  '[first] both.case.ts > twice > same (type check) (2)': 'Failed',
  '[first] other.case.ts > passes both (type check)': 'Passed',
};

describe('files that are both run and type-checked', () => {
  let whole: Finished;
  let outcomes: Record<string, string>;
  let failure: { message?: string | null; traces?: string | null } | undefined;
  beforeAll(async () => {
    const own = new Suite('types', service.url);
    whole = await own.run();
    const results = await own.results();
    outcomes = outcomesOf(results);
    failure = results.get('[first] both.case.ts > fails as a type (type check)');
    return () => own.clean();
  });

  test('have one result for each test that ran, and one for each that was checked', () => {
    expect(whole.code).toBe(1);
    expect(outcomes).toEqual({ ...RUN, ...TYPES });
  });

  test('a type error has its message and its location', () => {
    expect(failure?.message).toMatch(/^TypeCheckError: Type 'string' does not satisfy the constraint/);
    expect(failure?.traces).toMatch(/^TypeCheckError: Type .*\n {4}at .*both\.case\.ts:4:33$/s);
  });

  test.runIf(IS_LONG)('have one result each even if Vitest announces them again', async () => {
    const again = new Suite('types', service.url);
    await again.run({}, [], { AGAIN: '1' });
    const ids = outcomesOf(await again.results());
    again.clean();
    expect(ids).toEqual(outcomes);
  });

  test.runIf(IS_LONG)('have the same ids in every shard', async () => {
    const sharded = new Suite('types', service.url);
    for (const shard of ['1/2', '2/2']) await sharded.run({}, [`--shard=${shard}`]);
    const ids = outcomesOf(await sharded.results());
    sharded.clean();
    expect(ids).toEqual(outcomes);
  });
});

function outcomesOf(results: ReadonlyMap<string, { outcome: string }>): Record<string, string> {
  return Object.fromEntries([...results].map(([id, { outcome }]) => [id, outcome]));
}
