import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type RunOptions, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('console', service.url);
});

afterEach(() => suite.clean());

/** In parallel mode the order of two files would differ. */
const filesIn = ({ args }: RunOptions) => (args === undefined ? FILES : ['suite.cjs']);
/** The second has errors that Mocha creates, and causes of errors; our frames would show in them. */
const FILES = ['suite.cjs', 'errors.cjs'];
const WAYS: [string, string, RunOptions][] = [['spec', 'serial with setup', { setup: true }]];
const OTHER_WAYS: typeof WAYS = [
  ['spec', 'parallel with setup', { setup: true, args: ['--parallel', '--jobs', '2'] }],
  ['spec', 'Mocha 10 with setup', { setup: true, mocha: 'mocha-10' }],
  ['spec', 'serial', {}],
  ['tap', 'serial with setup', { setup: true }],
];

test.each(IS_LONG ? [...WAYS, ...OTHER_WAYS] : WAYS)(
  '%s prints the same as without us: %s',
  async (name, _mode, options) => {
    const bare = await suite.bare(filesIn(options), name, options);
    const run = await suite.run(filesIn(options), { ...options, options: { console: name } });
    expect(withoutTimes(run.stdout)).toBe(withoutTimes(bare.stdout));
    expect(run.code).toBe(bare.code);
  },
);

test('spec prints by default', async () => {
  const { stdout } = await suite.bare(FILES, 'spec');
  const byDefault = await suite.run(FILES, { bare: true });
  expect(withoutTimes(byDefault.stdout)).toBe(withoutTimes(stdout));
});

test("the console reporter's options are passed on, and we wait for its final output", async () => {
  const output = join(suite.folder, 'xunit.xml');
  const options = { console: 'xunit', 'consoleOptions.output': output, 'consoleOptions.suiteName': 'ours' };
  const { code } = await suite.run(['suite.cjs'], { options });
  expect(readFileSync(output, 'utf8')).toMatch(/<testsuite name="ours" tests="5"[\s\S]*<\/testsuite>/);
  expect(code).toBe(3);
});

test('a reporter that is given by path may end the run late, and with another count of failures', async () => {
  const options = { console: './slow-end.cjs', 'consoleOptions.told': 'so' };
  const { code, stdout } = await suite.run(['suite.cjs'], { options });
  expect(stdout).toBe('run ended\ntold so\n');
  expect(code).toBe(43);
  expect((await suite.results()).size).toBe(5);
});

test('an ES module with a default export can be the console reporter', async () => {
  const { stdout } = await suite.run(['suite.cjs'], { options: { console: './with-default.mjs' } });
  expect(stdout).toBe('pass passes\npass passes\n');
});

const ABSENT: [string, RegExp] = [
  'no-such-reporter',
  /Option console: "no-such-reporter" can't be loaded \(.+\), so spec/,
];
const DATA: [string, string] = [
  './suite-data.json',
  `Option console: "./suite-data.json" can't be loaded (it is not a Mocha reporter), so spec is used instead`,
];

test.each([ABSENT, ...(IS_LONG ? [DATA] : [])])('%s: a warning, and spec prints', async (name, message) => {
  const { stdout, stderr, code } = await suite.run(['suite.cjs'], { options: { console: name } });
  expect(stderr).toMatch(message);
  expect(stdout).toContain('2 passing');
  expect(code).toBe(3);
});

test('our reporter is never its own console reporter', async () => {
  const { stdout } = await suite.run(['suite.cjs'], { options: { console: '../../../dist/index.cjs' } });
  expect(stdout.match(/2 passing/g)).toHaveLength(1);
});

test('options in a configuration file keep their types, those on the command line are parsed', async () => {
  const run = await suite.run(['suite.cjs'], { plain: ['--config', 'typed.mocharc.cjs'] });
  expect(run.stderr).toContain('5 results');
  for (const { links } of (await suite.results()).values())
    expect(links).toMatchObject([{ url: 'https://example.com/suite' }]);

  const options = {
    console: 'dot',
    closeTimeout: '20000',
    'parameters.stage': 'test',
    links: '[{"url":"https://example.com"}]',
  };
  await suite.run(['suite.cjs'], { options });
  const last = (await suite.held()).at(-1)?.body;
  expect(last).toMatchObject({ parameters: { stage: 'test' }, links: [{ url: 'https://example.com' }] });
});

test('options of Mocha and of the console reporter take effect without a warning, and a misspelled one of ours is named', async () => {
  const given = ['--reporter-option', 'maxDiffSize=3'];
  const options = { console: 'spec', reportDir: 'x', closeTimout: '5' };
  const bare = await suite.bare(['diff.cjs'], 'spec', { args: given });
  const run = await suite.run(['diff.cjs'], { args: given, options });
  expect(bare.stdout).toContain('truncated to 3 characters');
  expect(withoutTimes(run.stdout)).toBe(withoutTimes(bare.stdout));
  expect(run.stderr).not.toMatch(/maxDiffSize|reportDir/);
  expect(run.stderr).toMatch(/closeTimout.*is ignored.*closeTimeout/);
  expect(run.stderr).toContain('1 result');
  expect(run.code).toBe(bare.code);
});

test('an option that is two letters away from one that masks stops reporting, and says so', async () => {
  const options = { console: 'spec', redcat: 'secret', maxDiffSize: '1' };
  const { code, stderr } = await suite.run(['suite.cjs'], { options });
  expect(stderr).toContain('redcat (reporter options): there is no such option. Did you mean redact?');
  expect(stderr).not.toContain('maxDiffSize');
  expect(await suite.held()).toEqual([]);
  expect(stderr).toContain('nothing was reported');
  expect(code).toBe(3);
});

/** Durations differ from run to run, and so do their units. */
function withoutTimes(output: string): string {
  return output.replace(/ ?\(?\d+m?s\)?/g, '');
}

type Off = [string, NodeJS.ProcessEnv, NonNullable<RunOptions['mocha']>];

test.each<Off>([
  ['without a key', { TMS_SECRET_KEY: '' }, 'mocha'],
  ['while reporting', {}, 'mocha'],
  ...(IS_LONG ? ([['while reporting, Mocha 10', {}, 'mocha-10']] satisfies Off[]) : []),
])(
  'with the setup file, Mocha and the tests print the same stacks as without us, and one dim line if it is off: %s',
  async (_, env, mocha) => {
    const bare = await suite.bare(['off.cjs'], 'spec', { mocha });
    const run = await suite.run(['off.cjs'], { setup: true, options: { console: 'spec' }, env, mocha });
    expect(bare.stdout.match(/Error: seen/g)).toHaveLength(19);
    expect(withoutTimes(run.stdout)).toBe(withoutTimes(bare.stdout));
    expect(run.code).toBe(bare.code);
    if (env.TMS_SECRET_KEY === '') expect(run.stderr.trim()).toMatch(/^.*Testpoint: off, TMS_SECRET_KEY is empty.*$/);
  },
);

test('with the option output, a test’s output becomes an attachment and is still printed', async () => {
  const bare = await suite.bare(['writes.cjs'], 'spec');
  const run = await suite.run(['writes.cjs'], { options: { console: 'spec', output: 'failed' } });
  expect(withoutTimes(run.stdout)).toBe(withoutTimes(bare.stdout));
  expect(run.stderr.startsWith(bare.stderr)).toBe(true);
  expect(run.code).toBe(bare.code);

  const printed: Record<string, string> = {};
  for (const [id, { attachments = [] }] of await suite.results()) {
    for (const one of attachments) printed[id.replace(/^.* > /, '')] = await suite.text(String(one));
  }
  const { 'is cut when it is long': long = '', ...others } = printed;
  expect(others).toEqual({
    'is attached when a test fails': 'to the output\nbytes to the error – ü\n',
    'may be stubbed by a test': 'shown\n',
    'is never captured in layers': 'how deep is it?\nafter it\n',
    'is attached as before': 'through the wrapper\n',
    'is attached to the first test that did not run': 'what the hook printed\n',
  });
  expect(long).toMatch(/^\[… \d+ characters left out in the middle …\]\n[\s\S]*line 19999\n$/);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(65_536);
});

test('by default nothing is captured, and write is unchanged', async () => {
  const run = await suite.run(['writes.cjs'], { env: { OUTPUT_OFF: '1' } });
  expect(run.report?.passes.map(({ title }) => title)).toContain('is not captured by default');
  const results = [...(await suite.results()).values()];
  // Mocha's own report omits tests that did not run because of a hook.
  expect(results.filter(({ outcome }) => outcome !== 'Blocked')).toHaveLength(run.report?.tests.length ?? 0);
  expect(results.filter(({ attachments = [] }) => attachments.length > 0)).toEqual([]);
});
