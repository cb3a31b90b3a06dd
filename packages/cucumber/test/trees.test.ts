import type { Result } from '@testpoint/interface';
import { afterEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { outline, Suite, useService, VERSIONS, type Version } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

const PARALLEL = ['--parallel', '2'];
const RUNS: [string, Version, string[]][] = [
  ...VERSIONS.map((version): [string, Version, string[]] => [version, version, []]),
  ...VERSIONS.filter((version) => version !== 'cucumber-11').map((version): [string, Version, string[]] => [
    `${version} in parallel`,
    version,
    PARALLEL,
  ]),
];

describe.each(RUNS)('%s', (_name, version, args) => {
  test('each scenario has one result, with steps, hooks, calls of the test API, and attachments', async () => {
    suite = new Suite('shop', service.url, version);
    const isParallel = args === PARALLEL;
    const isCompared = !isParallel && (IS_LONG || version === '@cucumber/cucumber');
    const { stderr } = isCompared ? await suite.runAndCompare({ args }) : await suite.run({ args });
    const results = await suite.results();
    const of = (path: string): Result => results.get(`features/shop.feature > Shop > ${path}`) as Result;
    expect(stderr).toContain('all delivered');
    expect(stderr).not.toContain('outside a test');

    expect(await suite.outcomes()).toEqual({
      'features/shop.feature > Shop > Buying': 'Passed',
      ...Object.fromEntries(
        [
          ['Pay <sum> > good cards > sum: 1, card: a', 'Passed'],
          ['Pay <sum> > good cards > sum: 2, card: b', 'Passed'],
          ['Pay <sum> > good cards > sum: 2, card: b (2)', 'Passed'],
          ['Pay <sum> > sum: 3, card: fail', 'Failed'],
          ['Undefined', 'Failed'],
          ['Ambiguous', 'Failed'],
          ['Pending', 'Failed'],
          ['Skipped', 'Skipped'],
          ['Hook fails', 'Failed'],
          ['Flaky', 'Passed'],
          ['Attach', 'Passed'],
          ['Empty', 'Passed'],
        ].map(([title, outcome]) => [`features/shop.feature > Shop > Prices are fair > ${title}`, outcome]),
      ),
    });

    const buying = of('Buying');
    const hooks = ['Before', ['Before: log in', 'type the password']];
    const setup = outline(buying.setupResults);
    // Each worker runs BeforeAll for itself; Cucumber 11 sends no messages about it.
    expect(setup.filter((title) => title !== 'BeforeAll: open the shop')).toEqual([...hooks, 'Given a shop']);
    if (!isParallel && version !== 'cucumber-11') expect(setup[0]).toBe('BeforeAll: open the shop');
    expect(outline(buying.stepResults)).toEqual([
      ['When I buy 2 things', ['take them', 'one by one']],
      'Then the cart has:',
      'And the note says:',
    ]);
    expect(outline(buying.teardownResults)).toEqual(['After: log out']);
    expect(buying).toMatchObject({
      links: [{ url: 'https://example.com/issue/1', title: 'issue', type: 'Issue' }],
      parameters: { paid: 'true' },
      properties: { tags: '@area:shop, @smoke' },
    });
    const [step, table, note] = buying.stepResults ?? [];
    expect(table?.description).toBe('| name | count |\n| tea  | 2     |');
    expect(note?.description).toBe('# Hi\nthere');
    const attached = step?.stepResults?.[0]?.stepResults?.[0]?.attachments?.[0]?.id ?? '';
    expect(await suite.attachment(attached)).toMatchObject({ name: 'things.txt', content: 'all of them' });
    expect(await suite.attachment(buying.teardownResults?.[0]?.attachments?.[0]?.id ?? '')).toMatchObject({
      name: 'log.txt',
      content: 'bye\nagain',
    });

    const row = of('Prices are fair > Pay <sum> > sum: 3, card: fail');
    expect(row.parameters).toEqual({ sum: '3', card: 'fail' });
    expect(row.message).toContain('AssertionError [ERR_ASSERTION]: Expected values to be strictly equal');
    expect(row.message).toContain('+ expected - actual');
    expect(row.traces).toContain('steps.js');
    expect(outline(row.setupResults).slice(-2)).toEqual(['Given a shop', 'Given a fair price']);
    expect(Date.parse(row.completedOn ?? '') - Date.parse(row.startedOn ?? '')).toBeGreaterThanOrEqual(19);

    expect(of('Prices are fair > Undefined').message).toContain("When('nothing defines this {int}', function (int) {");
    expect(of('Prices are fair > Undefined').stepResults?.map(({ outcome }) => outcome)).toEqual(['Failed', 'Skipped']);
    expect(of('Prices are fair > Ambiguous').message).toContain('Multiple step definitions match:');
    expect(of('Prices are fair > Pending').message).toBe('“When it is pending” is pending.');
    expect(of('Prices are fair > Skipped').message).toBe('Skipped by “When it is skipped”.');
    expect(of('Prices are fair > Hook fails').message).toContain('hook broke');
    expect(outline(of('Prices are fair > Hook fails').setupResults)).toContain('Before: bad hook');

    const flaky = of('Prices are fair > Flaky');
    expect(flaky.message).toBe('Flaky: passed on attempt 2 of 2');
    expect(outline(flaky.stepResults).at(-1)).toEqual(['When it is flaky', 'try']);
    expect(flaky.stepResults?.[0]).toMatchObject({ title: 'Attempt 1 of 2', outcome: 'Failed' });

    const attach = of('Prices are fair > Attach');
    expect(attach.links).toEqual([expect.objectContaining({ url: 'https://example.com/1' })]);
    const contents = await Promise.all(
      (attach.stepResults?.[0]?.attachments ?? []).map(({ id }) => suite.attachment(id ?? '')),
    );
    expect(contents.map(({ name, content }) => [name, content])).toEqual([
      ['attachment.txt', 'hello'],
      ['a.png', 'abc'],
      ['log.txt', 'logged'],
      ['link.txt', 'https://example.com/1'],
    ]);
  });
});
