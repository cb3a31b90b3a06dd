import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished, outline, type Report, Suite, useService } from './harness.js';

const service = useService();

/** All tests but one. In the long run, nothing is selected, so that the run without us is the same. */
const ONE = [
  ...['is flaky', 'attaches a file that Vite serves, and no other', 'attaches 7 MB'],
  ...['a', 'b'].map((name) => `runs beside others: ${name}`),
];
const SELECTION = [
  ['one.case.ts', 'left', ONE],
  ['one.case.ts', 'right', [...ONE, 'is not always selected']],
  ...['left', 'right'].map((instance) => ['two.case.ts', instance, ['runs in the same page']] as const),
].map(([file, instance, titles]) => [['vitest'], file, instance, [...(titles ?? [])].map((title) => [[title]])]);

/** `npm test` starts one browser. */
const INSTANCES = IS_LONG ? ['left', 'right'] : ['left'];

describe.each(INSTANCES)('tests in a page of the instance "%s"', (instance) => {
  let suite: Suite;
  let bare: Finished | undefined;
  let finished: Finished;
  let results: Map<string, Result>;
  beforeAll(async () => {
    [suite, bare, finished] = await suites();
    results = await suite.results();
  }, 180_000);

  const idOf = (title: string) => `[${instance}] one.case.ts > ${title}`;
  const textsOf = (result: Result | undefined) =>
    Promise.all((result?.attachments ?? []).map((one) => suite.attachment(typeof one === 'string' ? one : one.id)));

  test('a screenshot belongs to the attempt that failed', async () => {
    const flaky = results.get(idOf('is flaky'));
    expect(flaky).toMatchObject({ outcome: 'Passed', message: 'Flaky: passed on attempt 2 of 2' });
    expect(flaky?.attachments ?? []).toEqual([]);
    const [failed, passed] = flaky?.stepResults ?? [];
    expect([failed?.outcome, passed?.title]).toEqual(['Failed', 'try 2']);
    const attached = await Promise.all((failed?.attachments ?? []).map(({ id }) => suite.attachment(id)));
    expect(attached.filter(({ contentType }) => contentType === 'image/png')).toHaveLength(1);
  });

  test('a path is a file that Vite serves, and the message says why another is missing', async () => {
    const result = results.get(idOf('attaches a file that Vite serves, and no other'));
    expect(result?.message).toMatch(
      /"missing" is missing: ENOENT.*\n.*"secret" is missing: Vite may not serve .*hostname/,
    );
    expect(await textsOf(result)).toEqual([
      expect.objectContaining({ name: 'served', content: expect.stringContaining('import') }),
    ]);
  });

  test('large content arrives in parts', async () => {
    const [large] = await textsOf(results.get(idOf('attaches 7 MB')));
    expect([large?.content.length, large?.content.replaceAll('A', '')]).toEqual([7_000_000, '']);
  });

  test('one page runs all files, and all of them use the API', () => {
    const { parameters, stepResults } = results.get(`[${instance}] two.case.ts > runs in the same page`) ?? {};
    expect([parameters, outline(stepResults)]).toEqual([{ file: 'second' }, ['works']]);
  });

  test('calls of concurrent tests belong to their own test, and one that belongs to none is named', () => {
    for (const name of ['a', 'b']) {
      const { parameters, stepResults } = results.get(idOf(`runs beside others: ${name}`)) ?? {};
      expect([parameters, outline(stepResults)]).toEqual([{ name }, [name]]);
    }
    expect(finished.stderr).toContain('parameter() was called outside a test');
  });

  test.runIf(IS_LONG)('other reporters, the exit code and the attachments folder are the same as without us', () => {
    expect(finished.code).toBe(bare?.code);
    expect(texts(finished.report)).toEqual(texts(bare?.report));
    expect(attachmentsOf(suite).length).toBe(attachmentsOf(without).length);
  });
});

test.runIf(!IS_LONG)('pages run only the tests that exec selects', async () => {
  const [suite, , { report }] = await suites();
  const results = await suite.results();
  const statuses = (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ title }) => title === 'is not always selected').map(({ status }) => status),
  );
  // It is selected in the other instance.
  expect(statuses).toEqual(['skipped']);
  expect([...results.keys()].filter((id) => id.includes('selected'))).toEqual([]);
});

let both: Promise<[Suite, Finished | undefined, Finished]> | undefined;
let without: Suite;

function attachmentsOf({ folder }: Suite): unknown[] {
  return readdirSync(join(folder, 'attachments'), { recursive: true });
}

/** Without times, and without what Vite adds to an address in each run. */
function texts(report: Report | undefined): unknown {
  const text = JSON.stringify(report?.testResults, (key, value) => (/time|duration/i.test(key) ? undefined : value));
  return JSON.parse(text.replaceAll(/:\d+\/|(?:\?|&)(?:v|browserv)=\w+/g, ''));
}

const envOf = ({ folder }: Suite) => ({ BROWSER_FOLDER: folder, INSTANCES: INSTANCES.join(' ') });

function suites(): Promise<[Suite, Finished | undefined, Finished]> {
  both ??= (async () => {
    without = new Suite('browser', service.url);
    const suite = new Suite('browser', service.url);
    const bare = !IS_LONG ? undefined : await without.run(false, [], envOf(without));
    const selection = join(suite.folder, 'selection.ndjson');
    writeFileSync(selection, SELECTION.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const selected = IS_LONG ? {} : { TESTPOINT_SELECTION: selection };
    const finished = await suite.run({}, [], { ...envOf(suite), ...selected });
    return [suite, bare, finished];
  })();
  return both;
}

afterAll(async () => {
  (await both)?.[0].clean();
  without?.clean();
});
