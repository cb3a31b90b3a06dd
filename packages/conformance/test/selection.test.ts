import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { cleanEnvironment, run } from '../../../scripts/processes.mjs';
import {
  type Framework,
  jest,
  jestConfig,
  MOCHA_RUN,
  mocha,
  playwright,
  playwrightConfig,
  vitest,
} from './selection/frameworks.js';
import { Place } from './selection/place.js';
import { failing, greenFile, manyCases, notes, otherFile } from './selection/suites.js';

let place: Place | undefined;
afterEach(() => place?.clean());

function open(
  { dialect, modules, script, files }: Framework,
  change: (script: string) => string = (same) => same,
): Place {
  const all = { many: manyCases(dialect), other: otherFile(dialect), green: greenFile(dialect) };
  place = new Place(modules, change(script), files(all), { TMS_REPORT: '1' });
  return place;
}

/** Tests that run in several projects, and those of them that `--only failed` selects. */
interface Shared {
  files: Record<string, string>;
  /** Whether only they run in `npm test`. */
  areAlone?: true;
  ran: number;
  again: string[];
}

const SETUP = { transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'] };
const sharedTests = (project: string) => `
  test('same', () => ran(${project} + ' same', ${project} !== 'one'));
  test('other', () => ran(${project} + ' other'));
  test('both', () => ran(${project} + ' both', true));`;

function jestProjects(): Shared {
  const project = (name: string, more: object = {}) => ({
    ...{
      moduleNameMapper: { '^project$': `<rootDir>/${name}.js` },
      testMatch: ['**/shared.test.js'],
      ...SETUP,
      ...more,
    },
  });
  const names = ['one', 'two', 'three'];
  const projects = [
    { ...SETUP, testMatch: ['**/{many,other,green}.test.js'] },
    ...[project('one'), project('two'), project('three', { displayName: 'c (a|b)' })],
  ];
  return {
    files: {
      'jest.config.json': jestConfig({ projects }),
      ...Object.fromEntries(names.map((name) => [`${name}.js`, `module.exports = '${name}';`])),
      'shared.test.js': `${notes}const PROJECT = require('project');${sharedTests('PROJECT')}`,
    },
    ran: 9,
    again: ['one both', 'three both', 'three same', 'two both', 'two same'],
  };
}

function vitestProjects(): Shared {
  const project = (name: string, file = 'shared') => ({
    test: { name, env: { PROJECT: name }, include: [`${file}.test.js`] },
  });
  const main = IS_LONG ? [project('main', '{many,other,green}')] : [];
  const projects = [...main, project('one'), project('two (a|b)')];
  const config = { reporters: ['default', '@testpoint/vitest'], projects };
  return {
    files: {
      'vitest.config.mjs': `export default ${JSON.stringify({ test: config })};`,
      'shared.test.js': `${vitest().dialect.head}${notes}const { PROJECT } = process.env;${sharedTests('PROJECT')}`,
    },
    areAlone: true,
    ran: 6,
    again: ['one both', 'two (a|b) both', 'two (a|b) same'],
  };
}

/** Serial tests run together, also those that passed. */
function playwrightProjects(): Shared {
  const shared = (is: string) => ({ metadata: { is }, testMatch: 'shared.spec.js' });
  return {
    files: {
      'playwright.config.js': playwrightConfig({
        workers: 1,
        projects: [...(IS_LONG ? [{ testIgnore: 'shared.spec.js' }] : []), shared('one'), shared('two')],
      }),
      'shared.spec.js': `${playwright().dialect.head}${notes}
        const project = () => test.info().project.metadata.is;
        test('same', () => ran(project() + ' same', project() !== 'one'));
        test('other', () => ran(project() + ' other'));
        describe.serial('in turn', () => {
          test('first', () => ran(project() + ' first'));
          test('second', () => ran(project() + ' second', project() === 'one'));
          test('third', () => ran(project() + ' third'));
        });`,
    },
    areAlone: true,
    ran: 9,
    again: ['one first', 'one second', 'one third', 'two same'],
  };
}

const FRAMEWORKS: [string, Framework, Shared?][] = [
  ['Jest with projects', jest('jest', IS_LONG ? '--maxWorkers 2' : '--runInBand'), jestProjects()],
  ['Vitest with projects', vitest(IS_LONG ? '--no-isolate' : '--no-isolate --maxWorkers 1'), vitestProjects()],
  ['Playwright with projects, fully parallel', playwright('--fully-parallel'), playwrightProjects()],
  ...(IS_LONG
    ? ([
        ['Mocha', mocha('mocha')],
        ['Mocha in parallel', mocha('mocha', '--parallel --jobs 2')],
        ['Mocha 10 in parallel', mocha('mocha-10', '--parallel --jobs 2')],
        ['Jest 29 in its own process', jest('jest-29', '--runInBand')],
        ['Vitest in one thread', vitest('--pool threads --maxWorkers 1 --no-isolate')],
        ['Playwright', playwright()],
      ] satisfies [string, Framework][])
    : []),
];

describe('exec --only failed', () => {
  test.each(FRAMEWORKS)('%s runs exactly the tests that failed', async (_name, framework, shared) => {
    const suite = open({ ...framework, files: (all) => ({ ...framework.files(all), ...shared?.files }) });
    const others = shared?.areAlone && !IS_LONG ? [] : failing(framework.dialect);
    const failed = [...others, ...(shared?.again ?? [])].sort();
    const whole = await suite.exec([]);
    expect(whole.code, whole.output).not.toBe(0);
    expect(whole.ran.filter((name) => /^(?:one|two|three)\b/.test(name))).toHaveLength(shared?.ran ?? 0);
    const passed = others.length > 0 ? ['equal in green', 'hook of all pass'] : [];
    expect(whole.ran).toEqual(expect.arrayContaining([...passed, ...others]));

    const fixed = await suite.exec(['--only', 'failed'], { FIXED: '1' });
    expect(fixed.ran, fixed.output).toEqual(failed);
    expect(fixed.code, fixed.output).toBe(0);

    const nothing = await suite.exec(['--only', 'failed']);
    expect(nothing).toMatchObject({ code: 0, ran: [] });
    expect(nothing.output).toContain('Testpoint: nothing to run: no test failed or was blocked in the last run.');
  });

  test.runIf(IS_LONG)('nothing to run in one of two suites is no failure', async () => {
    const { dialect, modules } = playwright();
    const head = 'const test = it;';
    place = new Place(
      { ...modules, ...mocha('mocha').modules },
      `node node_modules/@playwright/test/cli.js test && ${MOCHA_RUN} test`,
      {
        'playwright.config.js': playwrightConfig({ testDir: 'e2e' }),
        'e2e/green.spec.js': greenFile(dialect),
        'test/other.js': otherFile({ ...dialect, head }),
      },
      { TMS_REPORT: '1' },
    );
    await place.exec([]);
    const again = await place.exec(['--only', 'failed'], { FIXED: '1' });
    expect(again).toMatchObject({ code: 0, ran: ['fails, too'] });
  });

  test('a suite that did not start runs whole, and one that passed not at all', async () => {
    const suite = open(mocha('mocha'), () =>
      ['green', 'other', 'many'].map((name) => `${MOCHA_RUN} test/${name}.js`).join(' && '),
    );
    expect((await suite.exec([])).ran).toEqual(['equal in green', 'equal in other', 'fails, too']);
    const again = await suite.exec(['--only', 'failed'], { FIXED: '1' });
    expect(again.code, again.output).toBe(0);
    expect(again.ran).toEqual(expect.arrayContaining(['fails, too', 'a b > c', 'hook of all pass']));
    expect(again.ran).not.toEqual(expect.arrayContaining(['equal in other']));
    expect(again.ran).not.toEqual(expect.arrayContaining(['equal in green']));
  });

  test('wrong options start nothing', async () => {
    const suite = open(mocha('mocha'));
    const ends = await Promise.all([
      suite.exec(['--from', 'x']),
      suite.exec(['--only', 'failed', '--from', 'nowhere']),
      suite.exec(['--only', 'failed', '--from', 'nowhere'], { TMS_REPORT: '0' }),
    ]);
    for (const end of ends) expect(end).toMatchObject({ code: 2, ran: [] });
    expect(ends[0]?.output).toContain('--from selects tests: pass --only failed, too.');
    expect(ends[1]?.output).toMatch(/Can't select tests with --from: .*nowhere does not exist\./);
    expect(ends[2]?.output).toContain(
      'Tests can be selected only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
    );
  });

  test('without a last run, there is nothing to select from', async () => {
    const none = await open(mocha('mocha')).exec(['--only', 'failed']);
    expect(none).toMatchObject({ code: 2, ran: [] });
    expect(none.output).toMatch(
      /There is no last run in .*: run the tests first \(without a service, set report: true\), or pass --from\./,
    );
  });
});

describe.skipIf(process.platform === 'win32')('exec --only failed, above suites with their own outboxes', () => {
  const { dialect, modules } = mocha('mocha');
  const inFolder = (name: string) => `cd ${name} && WHERE=${name} node ../${MOCHA_RUN.replace(/^node /, '')} test`;
  const only = (env: NodeJS.ProcessEnv, ...folders: string[]) => {
    const script = folders.map((name) => `(${inFolder(name)}) || code=1`).join('; ');
    const options = env.WHOLE ? [] : ['--only', 'failed', ...(env.ROOT ? ['--root', env.ROOT] : [])];
    return (place as Place).cli(['exec', ...options, '--', 'sh', '-c', `${script}; exit \${code:-0}`], env);
  };

  test('their failed tests run where their suites do, and nothing else', async () => {
    const files = { 'a/test/other.js': otherFile(dialect), 'b/test/other.js': otherFile(dialect) };
    place = new Place(modules, 'true', { ...files, 'b/test/green.js': greenFile(dialect) }, { TMS_REPORT: '1' });
    const whole = await only({ WHOLE: '1' }, 'a', 'b');
    expect(whole.ran, whole.output).toHaveLength(5);

    const one = await only({ FIXED: '1' }, 'a');
    expect(one.output).toMatch(/^Recorded in a \(.* ago\), b \(.* ago\)$/m);
    expect(one.ran, one.output).toEqual(['a fails, too']);
    expect(one.output).toContain(
      'Testpoint: the command did not start the suites of b (1 failed test). Run them there',
    );
    expect(one.code).toBe(1);
    expect(await only({ ROOT: '.' }, 'a')).toMatchObject({ code: 0, ran: [] });

    const both = await only({ FIXED: '1' }, 'a', 'b');
    expect(both.ran, both.output).toEqual(['b fails, too']);
    expect(both.output).not.toContain('Recorded in');
    expect(await only({}, 'a', 'b')).toMatchObject({ code: 0, ran: [] });

    // A suite that runs by itself notes something newer.
    const env = { ...cleanEnvironment(), RAN: join(place.folder, 'ran.txt'), TMS_REPORT: '1' };
    await run('sh', ['-c', inFolder('b')], { cwd: place.folder, env });
    const again = await only({}, 'a', 'b');
    expect(again.ran, again.output).toEqual(['b fails, too']);
    expect(again.output).toMatch(/^Recorded in b \(.* ago\)$/m);
  });
});

describe('exec --only failed, after one run of everything', () => {
  const { dialect } = mocha('mocha');
  let whole: Place;
  beforeAll(async () => {
    whole = open(mocha('mocha'));
    await whole.exec([]);
    place = undefined;
  });
  afterAll(() => whole.clean());
  beforeEach(() => {
    place = whole.copy();
  });

  test('a test that fails again stays selected, and one that a selection left out keeps its state', async () => {
    const suite = place as Place;
    suite.write('.testpoint/selection-999999999.ndjson', 'left by a killed exec');
    for (const again of [await suite.exec(['--only', 'failed']), await suite.exec(['--only', 'failed'])]) {
      expect(again.ran, again.output).toEqual(failing(dialect));
      expect(again.code).not.toBe(0);
    }
    expect(readdirSync(join(suite.folder, '.testpoint')).filter((name) => name.startsWith('selection-'))).toEqual([]);
  });

  test('selected tests that do not turn up are listed', async () => {
    const suite = place as Place;
    suite.write('test/other.js', otherFile(dialect).replace('fails, too', 'renamed'));
    const again = await suite.exec(['--only', 'failed'], { FIXED: '1' });
    expect(again.code, again.output).toBe(1);
    expect(again.output).toContain('1 selected test did not turn up. Check whether it was renamed or deleted:');
    expect(again.output).toContain('  test/other.js > fails, too');
    expect(again.ran).not.toContain('equal in other');
  });

  test('--from selects from a report, also one of two equal tests', async () => {
    const suite = place as Place;
    suite.remove('.testpoint');
    const again = await suite.exec(['--only', 'failed', '--from', 'testpoint-report'], { FIXED: '1' });
    expect(again.ran, again.output).toEqual(failing(dialect));
    expect(again.code, again.output).toBe(0);
  });
});
