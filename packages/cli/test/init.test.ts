import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Ended, ended, inProcess } from './harness.js';

type Framework = 'playwright' | 'jest' | 'vitest' | 'mocha';

const DEPENDENCY = { playwright: '@playwright/test', jest: 'jest', vitest: 'vitest', mocha: 'mocha' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** A project with everything installed, so that only its files matter. */
function installed(framework: Framework, more: Record<string, unknown> = {}): void {
  const devDependencies = { [DEPENDENCY[framework]]: '*', [`@testpoint/${framework}`]: '*', testpoint: '*' };
  write('package.json', `${JSON.stringify({ private: true, devDependencies, ...more }, null, 2)}\n`);
}

/** A fake Prettier, because this repository does not install the real one. It breaks each list. */
const PRETTIER = `exports.resolveConfig = async () => ({ useTabs: true });
const broken = (_, list) => '[' + list.split(', ').map((one) => '\\n\\t\\t\\t' + one + ',').join('') + '\\n\\t\\t],';
exports.format = async (text, { useTabs }) =>
  text.replace(/^ +/gm, useTabs ? '\\t' : '  ').replaceAll("'", '"').replace(/\\[(.*)\\],/, broken);
`;

/** A fake ESLint, which allows neither semicolons nor a comma after the last member. */
const ESLINT = `exports.ESLint = class {
  async lintText(text) {
    const output = text.replaceAll(';', '').replace(/,(?=\\n *})/g, '');
    return [output === text ? {} : { output }];
  }
};
`;

/** Outside of a repository. There, Git need not be called to find that out. */
const NO_GIT = { PATH: '' };

function init(args: readonly string[] = ['--yes'], env: Record<string, string> = NO_GIT): Promise<Ended> {
  return inProcess(['init', ...args], env, folder);
}

/** Runs init on a file. Expects it to be understood, and a second run to find nothing to do. */
async function edited(framework: Framework, file: string, before: string): Promise<string> {
  installed(framework);
  write(file, before);
  expect(await init()).toMatchObject({ code: 0, stderr: '' });
  const after = read(file);
  const again = await init();
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do') });
  expect(read(file)).toBe(after);
  return after;
}

describe('a configuration gets our lines, and keeps everything else as it is', () => {
  test('Playwright: a single reporter becomes the first of two', async () => {
    const before = `import { defineConfig, devices } from '@playwright/test';

/**
 * See https://playwright.dev/docs/test-configuration.
 */
export default defineConfig({
  testDir: './tests',
  /* Reporter to use. See https://playwright.dev/docs/test-reporters */
  reporter: 'html',
  use: { trace: 'on-first-retry' }, // and no more
});
`;
    expect(await edited('playwright', 'playwright.config.ts', before)).toBe(
      before.replace("'html'", "[['html'], ['@testpoint/playwright']]"),
    );
  });

  // How both files are edited, `plan.test.ts` shows.
  test.runIf(IS_LONG).each(["defineConfig({ ...preset('json') })", 'defineConfig(base, {})'])(
    'Playwright: %s keeps the reporters of another file',
    async (config) => {
      write(
        'base.ts',
        "export const preset = (reporter: string) => ({ reporter });\nexport const base = preset('json');\n",
      );
      const imports = "import { defineConfig } from '@playwright/test';\nimport { base, preset } from './base';\n";
      await edited('playwright', 'playwright.config.ts', `${imports}export default ${config};\n`);
      write('a.spec.ts', "import { test } from '@playwright/test';\ntest('passes', () => {});\n");
      symlinkSync(
        fileURLToPath(new URL('../../../examples/playwright/node_modules', import.meta.url)),
        join(folder, 'node_modules'),
      );
      const command = join(folder, 'node_modules/@playwright/test/cli.js');
      const { stdout, stderr } = spawnSync(process.execPath, [command, 'test'], { cwd: folder, encoding: 'utf8' });
      expect(JSON.parse(stdout)).toMatchObject({ stats: { expected: 1 } });
      expect(stderr).toContain('1 result: 1 passed');
    },
  );

  test('Vitest: Windows line endings and a byte order mark are kept', async () => {
    write('node_modules/@types/node/package.json', '{ "version": "20.0.0" }');
    const before = `\uFEFFimport { defineConfig } from 'vitest/config'\r\n\r\nexport default defineConfig({\r\n  test: {\r\n    globals: true,\r\n  },\r\n})\r\n`;
    expect(await edited('vitest', 'vitest.config.ts', before)).toBe(
      before.replace(
        'true,\r\n',
        "true,\r\n    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), '@testpoint/vitest'],\r\n",
      ),
    );
  });

  test('Vitest: without the types of Node, TypeScript does not know `process`', async () => {
    const before = "import { defineConfig } from 'vite'\nexport default defineConfig({\n\ttest: {}\n})\n";
    expect(await edited('vitest', 'vite.config.ts', before)).toBe(
      before.replace('{}', "{\n\t\treporters: ['default', '@testpoint/vitest'],\n\t}"),
    );
    const knows = before.replace('test: {}', 'base: process.env.BASE, test: {}');
    expect(await edited('vitest', 'vite.config.ts', knows)).toContain('process.env.GITHUB_ACTIONS');
  });

  test.each(['prettier', '@biomejs/biome'])(
    '%s formats our lines, but no file in another layout',
    async (formatter) => {
      const manifest = { devDependencies: { vitest: '*', '@testpoint/vitest': '*', testpoint: '*', [formatter]: '*' } };
      write('package.json', `${JSON.stringify(manifest, null, '\t')}\n`);
      write('biome.json', '{ "formatter": { "lineWidth": 80 } }\n');
      const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
      mkdirSync(join(folder, 'node_modules/@biomejs'), { recursive: true });
      if (formatter.startsWith('@')) symlinkSync(join(modules, formatter), join(folder, 'node_modules', formatter));
      else write('node_modules/prettier/index.js', PRETTIER);
      const before = 'export default {\n\ttest: {\n\t\tglobals: true,\n\t},\n};\n';
      write('vitest.config.mjs', before);
      expect(await init()).toMatchObject({ code: 0, stderr: '' });
      const entries = ['"default"', '...(process.env.GITHUB_ACTIONS ? ["github-actions"] : [])', '"@testpoint/vitest"'];
      const list = `[${entries.map((entry) => `\n\t\t\t${entry},`).join('')}\n\t\t]`;
      expect(read('vitest.config.mjs')).toBe(before.replace('true,', `true,\n\t\treporters: ${list},`));
      expect(read('testpoint.config.json')).toMatch(/^\{\n?.*\n?\}\n$/);
      expect((await init()).stdout).toMatch(/nothing to do/);

      const other = before.replaceAll('\t', '  ');
      write('vitest.config.mjs', other);
      expect(await init()).toMatchObject({ code: 0, stderr: '' });
      expect(read('vitest.config.mjs')).toContain("\n    reporters: ['default', ...(");
    },
  );

  test.each([
    ['eslint', ESLINT],
    ['standard', `${ESLINT}const { ESLint } = exports;\nmodule.exports = new ESLint();\n`],
  ])('%s corrects our lines, but no file with other mistakes', async (linter, text) => {
    const devDependencies = { vitest: '*', '@testpoint/vitest': '*', testpoint: '*', [linter]: '*' };
    write('package.json', `${JSON.stringify({ devDependencies }, null, 2)}\n`);
    write(`node_modules/${linter}/index.js`, text);
    expect(await init()).toMatchObject({ code: 0, stderr: '' });
    // ESLint may know a browser's names only.
    const name = linter === 'eslint' ? 'globalThis.process' : 'process';
    const list = `['default', ...(${name}.env.GITHUB_ACTIONS ? ['github-actions'] : []), '@testpoint/vitest']`;
    const config = `export default defineConfig({\n  test: {\n    reporters: ${list}\n  }\n})\n`;
    expect(read('vitest.config.mjs')).toBe(`import { defineConfig } from 'vitest/config'\n\n${config}`);
    expect((await init()).stdout).toMatch(/nothing to do/);

    const other = 'export default {\n  test: {},\n};\n';
    write('vitest.config.mjs', other);
    expect(await init()).toMatchObject({ code: 0, stderr: '' });
    expect(read('vitest.config.mjs')).toBe(other.replace('{}', `{\n    reporters: ${list},\n  }`));
  });

  test('Vitest: a reporter that is created by hand is recognized', async () => {
    installed('vitest');
    write(
      'vitest.config.ts',
      "import Testpoint from '@testpoint/vitest';\nexport default { test: { reporters: ['default', new Testpoint({})] } };\n",
    );
    const before = read('vitest.config.ts');
    expect((await init()).code).toBe(0);
    expect(read('vitest.config.ts')).toBe(before);
  });

  test.each<[Framework, Record<string, unknown>, Record<string, unknown>]>([
    [
      'jest',
      { verbose: true },
      {
        verbose: true,
        reporters: ['default', '@testpoint/jest'],
        setupFilesAfterEnv: ['@testpoint/jest/setup'],
      },
    ],
    ['mocha', { require: 'tsx' }, { require: ['tsx', '@testpoint/mocha/setup'], reporter: '@testpoint/mocha' }],
  ])('the key of %s in package.json', async (framework, before, after) => {
    installed(framework, { [framework]: before, license: 'MIT' });
    expect((await init()).code).toBe(0);
    expect(JSON.parse(read('package.json'))).toMatchObject({ [framework]: after, license: 'MIT' });
    expect(readdirSync(folder).sort()).toEqual(['package.json', 'testpoint.config.json']);
    expect((await init()).stdout).toMatch(/nothing to do/);
  });

  test('the configuration that a script names is used', async () => {
    installed('vitest', { scripts: { test: 'vitest run --config config/unit.mjs' } });
    write('config/unit.mjs', 'export default { test: {} };\n');
    expect((await init()).code).toBe(0);
    expect(read('config/unit.mjs')).toContain('@testpoint/vitest');
    expect(readdirSync(folder).sort()).toEqual(['config', 'package.json', 'testpoint.config.json']);
  });

  test('a file keeps its permissions', async () => {
    installed('jest');
    write('jest.config.js', 'module.exports = {};\n');
    chmodSync(join(folder, 'jest.config.js'), 0o600);
    await init();
    expect(statSync(join(folder, 'jest.config.js')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['jest.config.js', 'package.json', 'testpoint.config.json']);
  });
});

describe('a project without a configuration gets one', () => {
  test.each<[Framework, Record<string, unknown>, string, RegExp]>([
    [
      'playwright',
      {},
      'playwright.config.ts',
      /reporter: \[\[process\.env\.CI \? 'dot' : 'list'\], \['@testpoint\/playwright'\]\]/,
    ],
    ['jest', {}, 'jest.config.js', /module\.exports = \{\n {2}reporters/],
    ['jest', { type: 'module' }, 'jest.config.js', /export default \{\n {2}reporters/],
    ['vitest', {}, 'vitest.config.mjs', /reporters: \['default', .*'github-actions'.*, '@testpoint\/vitest'\]/],
    ['vitest', { type: 'module' }, 'vitest.config.js', /reporters/],
    ['mocha', {}, '.mocharc.json', /"@testpoint\/mocha\/setup"/],
  ])('%s, %j: %s', async (framework, more, file, content) => {
    installed(framework, more);
    const end = await init();
    expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file} (new)`) });
    expect(read(file)).toMatch(content);
    expect((await init()).stdout).toMatch(/nothing to do/);
  });
});

test('a new configuration of Vitest is no file that TypeScript compiles', async () => {
  installed('vitest');
  write('tsconfig.json', '{ "compilerOptions": { "rootDir": "src" } }');
  write('node_modules/@types/node/package.json', '{ "version": "20.0.0" }');
  await init();
  expect(readdirSync(folder)).toContain('vitest.config.mjs');
});

describe('the next step is a command that runs each test once', () => {
  test.each<[Framework, string, string, string]>([
    ['vitest', 'vitest', 'package-lock.json', 'npm test -- --run'],
    ['vitest', 'cross-env TZ=UTC vitest --coverage', 'pnpm-lock.yaml', 'pnpm test --run'],
    ['vitest', 'vitest run', 'package-lock.json', 'npm test'],
    ['vitest', 'ng test', 'yarn.lock', 'yarn test --watch=false'],
    ['jest', 'jest --watchAll', 'bun.lock', 'bun run test --watchAll=false'],
    ['jest', 'jest --watch', 'package-lock.json', 'npm test -- --watch=false'],
    ['mocha', 'echo "Error: no test specified" && exit 1', 'package-lock.json', 'npx mocha'],
  ])('%s: %s with %s', async (framework, script, lock, command) => {
    installed(framework, { scripts: { test: script } });
    write(lock, '');
    expect((await init()).stdout).toContain(`Run your tests, then open the report:\n  ${command}\n`);
  });
});

describe('the project’s own scripts are the next steps and the machines in CI', () => {
  const ownOf = (stdout: string) =>
    /then open the report:\n([\s\S]*?) {2}\S.*testpoint open\n/.exec(stdout)?.[1]?.match(/\S.*/g);
  const inCi = () =>
    [...read('.github/workflows/testpoint.yml').matchAll(/folder: (.*)\n(?: +prepare: .*\n)? +command: (.*)/g)].map(
      ([, ...row]) => row,
    );

  test('two frameworks, two scripts', async () => {
    const scripts = { build: 'vite build', 'test:unit': 'vitest', 'test:e2e': 'playwright test', lint: 'eslint .' };
    const devDependencies = Object.fromEntries(
      ['vitest', '@playwright/test', '@testpoint/vitest', '@testpoint/playwright', 'testpoint'].map((name) => [
        name,
        '*',
      ]),
    );
    write('package.json', JSON.stringify({ scripts, devDependencies }));
    write('package-lock.json', '{}');
    const { stdout } = await init(['--yes', '--ci', 'github']);
    expect(ownOf(stdout)).toEqual(['npm run test:e2e', 'npm run test:unit -- --run']);
    expect(inCi()).toEqual([
      ['.', 'npm run test:e2e -- --shard=1/2'],
      ['.', 'npm run test:e2e -- --shard=2/2'],
      ['.', 'npm run test:unit -- --run --shard=1/2 --passWithNoTests'],
      ['.', 'npm run test:unit -- --run --shard=2/2 --passWithNoTests'],
    ]);
    expect(read('.github/workflows/testpoint.yml')).toMatch(
      /^ +- name: test-e2e-1\n.*\n +prepare: npm run build && npx playwright install --with-deps$/m,
    );
  });

  test('a script that enters a folder without a package.json', async () => {
    installed('mocha', { scripts: { test: 'cd "web" && mocha', 'test:api': 'cd api/v1 && mocha && cd ../..' } });
    for (const folder of ['web', 'api/v1']) write(`${folder}/.mocharc.json`, '{}');
    const { stdout } = await init(['--yes', '--ci', 'github']);
    expect(ownOf(stdout)).toEqual(['npm run test:api', 'npm test']);
    expect(inCi()).toEqual([
      ['.', 'npm run test:api'],
      ['.', 'npm test'],
    ]);
  });

  test('a folder without scripts, and a package of a workspace', async () => {
    installed('mocha', { workspaces: ['packages/*'] });
    for (const folder of ['e2e', 'packages/a']) write(`${folder}/.mocharc.json`, '{}');
    const own = {
      scripts: { test: 'nyc mocha' },
      devDependencies: { mocha: '*', '@testpoint/mocha': '*', testpoint: '*' },
    };
    write('packages/a/package.json', JSON.stringify(own));
    const { stdout } = await init(['--yes', '--ci', 'github']);
    expect(ownOf(stdout)).toEqual(['cd e2e && npx mocha', 'cd packages/a && npm test']);
    expect(inCi()).toEqual([
      ['e2e', 'npx mocha'],
      ['packages/a', 'npm test'],
    ]);
  });

  test.each([
    ['11.3.0', 'npm test', 1],
    ['12.9.0', 'npm test -- --shard=1/2', 2],
  ])('Cucumber %s: %s', async (version, command, machines) => {
    const devDependencies = Object.fromEntries(
      ['@cucumber/cucumber', '@testpoint/cucumber', 'testpoint'].map((name) => [name, '*']),
    );
    write('package.json', JSON.stringify({ scripts: { test: 'cucumber-js' }, devDependencies }));
    write('node_modules/@cucumber/cucumber/package.json', JSON.stringify({ version }));
    await init(['--yes', '--ci', 'github']);
    expect(inCi()).toHaveLength(machines);
    expect(inCi()[0]).toEqual(['.', command]);
  });
});

test('Jest with projects from the command line reports, whatever their own reporters', async () => {
  installed('jest', { scripts: { test: 'jest --projects a b' } });
  for (const name of ['a', 'b']) {
    write(`${name}/jest.config.js`, 'module.exports = {};\n');
    write(`${name}/${name}.test.js`, "test('passes', () => {});\n");
  }
  symlinkSync(
    fileURLToPath(new URL('../../../examples/jest/node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  );
  expect((await init()).code).toBe(0);
  expect((await inProcess(['doctor'], {}, folder)).stdout).not.toMatch(/^✗/m);
  const [, ...args] = JSON.parse(read('package.json')).scripts.test.split(' ');
  const suite = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], { cwd: folder });
  expect(await ended(suite)).toMatchObject({ code: 0, stderr: expect.stringContaining('2 results: 2 passed') });
});

test('a program that may run the tests with another configuration is named, also by doctor', async () => {
  installed('jest', { scripts: { test: 'stencil test --spec' } });
  const message = `"stencil test --spec" may run it with another configuration: if no results appear, add Testpoint's lines to that one`;
  expect((await init()).stdout).toContain(`! Jest: ${message}\n`);
  expect((await inProcess(['doctor'], {}, folder)).stdout).toMatch(new RegExp(`^\\? Jest +${message}$`, 'm'));
});

describe('a program that runs a framework by itself', () => {
  const inside = (program: string, script: string, ...packages: string[]) =>
    write(
      'package.json',
      JSON.stringify({
        scripts: { build: 'tsc', test: script },
        devDependencies: Object.fromEntries([program, ...packages, 'testpoint'].map((name) => [name, '*'])),
      }),
    );

  test.each([
    ['hardhat', 'hardhat test', 'mocha', 'Hardhat: it runs Mocha with a configuration of its own', 'hardhat.config.ts'],
    ['@stencil/core', 'stencil test --spec', 'jest', 'Stencil: it runs Jest with a', 'stencil.config.ts'],
    [
      '@storybook/test-runner',
      'test-storybook',
      'jest',
      'Storybook’s test runner: it runs Jest',
      'test-runner-jest.config.js',
    ],
    ['@wordpress/scripts', 'wp-scripts test-unit-js', 'jest', 'wp-scripts: it runs Jest', 'jest-unit.config.js'],
  ])('%s: the place to paste is named until our line is there', async (program, script, framework, line, place) => {
    inside(program, script, `@testpoint/${framework}`);
    const first = await init(['--yes', '--ci', 'github']);
    expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining(`! ${line}`) });
    expect(first.stdout).toMatch(
      new RegExp(`Add this to .*${place.replace(/\.\w+$/, '')}.*: .*'@testpoint/${framework}'`),
    );
    expect(first.stdout).toContain('Run your tests, then open the report:\n  npm test\n');
    expect(readdirSync(folder).sort()).toEqual(['.github', 'package.json', 'testpoint.config.json']);
    expect(read('.github/workflows/testpoint.yml')).toContain('command: npm test\n');
    const { stdout } = await inProcess(['doctor'], {}, folder);
    expect(stdout).toMatch(/^\? (Hardhat|Stencil|Storybook’s test runner|wp-scripts) +it runs/m);
    expect(stdout).not.toMatch(/there is no|reporter is missing/);
    write(place, `// '@testpoint/${framework}'`);
    if (program === '@wordpress/scripts') return;
    expect(await init()).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do') });
  });

  test('Hardhat without a script: no file that it ignores, and its own command', async () => {
    inside('hardhat', 'echo "Error: no test specified" && exit 1', '@testpoint/mocha', 'mocha');
    const { code, stdout } = await init(['--yes', '--ci', 'github', '--package-manager', 'npm']);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('! Hardhat: it runs Mocha') });
    expect(stdout).toContain('Run your tests, then open the report:\n  npx hardhat test\n');
    expect(existsSync(join(folder, '.mocharc.json'))).toBe(false);
    expect(read('.github/workflows/testpoint.yml')).toContain('command: npx hardhat test\n');
  });

  test('borp: its scripts need our reporter, until they have it', async () => {
    inside('borp', 'borp --coverage', '@testpoint/node-test');
    const first = await init();
    expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('! borp: it runs node:test with') });
    expect(first.stdout).toContain('scripts in package.json: --reporter spec --reporter @testpoint/node-test\n');
    expect(first.stdout).toContain('Run your tests, then open the report:\n  npm test\n');
    inside('borp', 'borp --reporter @testpoint/node-test', '@testpoint/node-test');
    expect(await init()).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do') });
  });

  test('Hardhat with node:test is not said to run Mocha', async () => {
    inside('hardhat', 'hardhat test', '@nomicfoundation/hardhat-node-test-runner');
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining('Results of other frameworks') });
  });

  test.each([
    ['@wdio/mocha-framework', 'wdio run wdio.conf.js', 'WebdriverIO', '@wdio/junit-reporter'],
    ['@vscode/test-cli', 'vscode-test', 'VS Code’s test CLI', "reporter: 'xunit'"],
  ])('%s: its results can be imported', async (program, script, title, results) => {
    inside(program, script);
    const { code, stdout, stderr } = await init();
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(`^! ${title}: it runs Mocha and takes no reporter of ours\\. .*npx testpoint import FILE$`, 'm'),
    );
    expect(stdout).toContain(results);
    expect(readdirSync(folder)).toEqual(['package.json']);
  });
});

test('at its end, it says how to take everything back', async () => {
  const git = (...args: string[]) => {
    const given = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args];
    expect(spawnSync('git', given, { cwd: folder }).status).toBe(0);
  };
  installed('jest', { devDependencies: { jest: '*', mocha: '*', '@testpoint/mocha': '*' } });
  write('jest.config.js', 'module.exports = {};\n');
  write('.mocharc.json', '{}\n');
  write('.gitignore', 'node_modules\nbin\ncalls\n');
  write('package-lock.json', '{}');
  write('node_modules/@testpoint/reference-server/package.json', '{ "version": "1.0.0" }');
  write('bin/npm', '#!/bin/sh\nexit 0\n');
  chmodSync(join(folder, 'bin/npm'), 0o755);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  write('.mocharc.json', '{ "bail": true }\n');
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const { code, stdout } = await init(['--yes'], { PATH });
  expect(code, stdout).toBe(0);
  // It is there already.
  expect(stdout).not.toContain('@testpoint/reference-server');
  expect(stdout.slice(stdout.indexOf('To undo this:')).trimEnd().split('\n')).toEqual([
    'To undo this:',
    '  npm uninstall @testpoint/jest testpoint',
    '  git restore jest.config.js .gitignore',
    '  rm testpoint.config.json',
    'These had changes before, or are not in Git, so remove our lines by hand: .mocharc.json',
  ]);
  git('restore', 'jest.config.js', '.gitignore');
  rmSync(join(folder, 'testpoint.config.json'));
  expect(spawnSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' }).stdout).toBe(
    ' M .mocharc.json\n',
  );
});

test('the root of a Rush repository names what to run in its projects', async () => {
  write('rush.json', '{}');
  const { code, stderr } = await init();
  expect(code).toBe(2);
  expect(stderr).toContain(
    'run "rush add --dev --package testpoint --package @testpoint/FRAMEWORK", then testpoint init',
  );
});

describe('a report is written', () => {
  test('in a project without our options', async () => {
    installed('jest');
    await init();
    expect(JSON.parse(read('testpoint.config.json'))).toEqual({ report: true });
    const { stdout } = await inProcess(['doctor', '--json'], { TMS_SECRET_KEY: 'a2V5a2V5' }, folder);
    expect(JSON.parse(stdout).settings).toContainEqual(
      expect.objectContaining({ key: 'report', origin: expect.stringMatching(/testpoint\.config\.json$/) }),
    );
  });

  test('in the folder in which a script starts Mocha', async () => {
    installed('mocha', { scripts: { test: 'cd web && mocha' } });
    write('web/test/a.js', "it('passes', () => {});\n");
    symlinkSync(
      fileURLToPath(new URL('../../../examples/mocha/node_modules', import.meta.url)),
      join(folder, 'node_modules'),
    );
    expect(await init()).toMatchObject({ code: 0, stderr: '' });
    expect((await init()).stdout).toMatch(/nothing to do/);
    const suite = spawn(process.execPath, ['../node_modules/mocha/bin/mocha.js'], { cwd: join(folder, 'web') });
    expect(await ended(suite)).toMatchObject({ code: 0, stderr: expect.stringContaining('1 result: 1 passed') });
    expect(existsSync(join(folder, 'web/testpoint-report/index.html'))).toBe(true);
  });

  test.each([
    ['node_modules\n', 'node_modules\ntestpoint-report/\n'],
    ['dist\r\nnode_modules', 'dist\r\nnode_modules\r\ntestpoint-report/\r\n'],
    ['/testpoint-report\n', '/testpoint-report\n'],
  ])('where formatters and linters do not look, if the project has a .gitignore: %j', async (before, after) => {
    installed('jest');
    write('.gitignore', before);
    await init();
    expect(read('.gitignore')).toBe(after);
    expect((await init()).stdout).toMatch(/nothing to do/);
    write('.gitignore', '');
    await init();
    expect(read('.gitignore')).toBe('');
  });

  test('existing options are unchanged', async () => {
    installed('jest');
    write('testpoint.config.mjs', 'export default {\n  batchSize: 50, // small\n};\n');
    expect((await init()).code).toBe(0);
    expect(read('testpoint.config.mjs')).toBe('export default {\n  batchSize: 50, // small\n  report: true,\n};\n');
  });

  test('an explicit decision against reports is kept', async () => {
    installed('jest');
    write('testpoint.config.json', '{ "report": false }');
    await init();
    expect(read('testpoint.config.json')).toBe('{ "report": false }');
  });
});

describe('a file that is not understood is left alone, and the lines to paste are printed', () => {
  test.each<[string, Framework, string, string, RegExp]>([
    [
      'a spread',
      'jest',
      'jest.config.js',
      'module.exports = { ...base(() => 1) };\n',
      /reporters is perhaps in a spread object/,
    ],
    [
      'a call',
      'playwright',
      'playwright.config.ts',
      'export default { reporter: chosen() };\n',
      /reporter: \[\.\.\.chosen\(\), \['@testpoint\/playwright'\]\],/,
    ],
    [
      'a value that is changed',
      'mocha',
      '.mocharc.js',
      'const c = {};\nc.require = [];\nmodule.exports = c;\n',
      /from elsewhere/,
    ],
    [
      'a value that is changed in some cases',
      'playwright',
      'playwright.config.ts',
      "const c = { reporter: 'list' };\nif (process.env.CI) {\n  c.reporter = 'dot';\n}\nexport default c;\n",
      /from elsewhere/,
    ],
    [
      'a value that is changed by an expression',
      'jest',
      'jest.config.js',
      "const c = {};\nprocess.env.CI && (c.reporters = ['dot']);\nmodule.exports = c;\n",
      /from elsewhere/,
    ],
    [
      'an export that is changed later',
      'jest',
      'jest.config.js',
      "module.exports = {};\nif (process.env.CI) module.exports.reporters = ['dot'];\n",
      /not exported/,
    ],
    [
      'a value that Object.assign changes',
      'vitest',
      'vitest.config.mjs',
      "const c = { test: {} };\nObject.assign(c.test, { reporters: 'dot' });\nexport default c;\n",
      /from elsewhere/,
    ],
    ['a syntax error', 'playwright', 'playwright.config.ts', 'export default {{\n', /can’t be read/],
    ['broken YAML', 'mocha', '.mocharc.yml', 'a: [\n', /can’t be read/],
  ])('%s (%s, %s)', async (_what, framework, file, text, message) => {
    installed(framework);
    write(file, text);
    const end = await init();
    expect(end.code).toBe(1);
    expect(end.stdout).toContain(`${file} stays as it is`);
    expect(end.stdout).toMatch(message);
    expect(end.stdout).toContain(`@testpoint/${framework}`);
    expect(read(file)).toBe(text);
  });

  test.each<[string, string, BufferEncoding]>([
    ['vitest.config.ts', '// Größe\nexport default { test: {} };\n', 'latin1'],
    ['vitest.config.ts', '\ufeffexport default { test: {} };\n', 'utf16le'],
    ['testpoint.config.js', '// Größe\nmodule.exports = {};\n', 'latin1'],
  ])('%s that is not UTF-8 stays as it is, byte for byte: %j', async (file, text, encoding) => {
    installed('vitest');
    const bytes = Buffer.from(text, encoding);
    writeFileSync(join(folder, file), bytes);
    const { code, stdout } = await init();
    expect(readFileSync(join(folder, file)).equals(bytes)).toBe(true);
    expect(stdout).toMatch(new RegExp(`${file}[\\s\\S]*it is not UTF-8 text`));
    expect(code).toBe(1);
  });

  test('for a file of which init can make only one of two changes, the message asks for the other one', async () => {
    installed('jest');
    write('jest.config.js', 'module.exports = { reporters: chosen(), rootDir: "." };\n');
    const end = await init();
    expect(end.stdout).toContain('jest.config.js needs one more change: reporters is the result of a call');
    expect(read('jest.config.js')).toContain('@testpoint/jest/setup');
  });
});

describe('a workspace', () => {
  test.each<[string, () => void]>([
    ['pnpm', () => write('pnpm-workspace.yaml', "packages:\n  - 'packages/*'\n  - '!packages/old'\n")],
    ['npm', () => write('package.json', '{ "private": true, "workspaces": ["packages/*", "!packages/old"] }')],
    ['Lerna', () => write('lerna.json', '{ "packages": ["packages/*", "!packages/old"] }')],
    [
      'Yarn 1',
      () => write('package.json', '{ "workspaces": { "packages": ["./packages/a/", "packages/b", "packages/c"] } }'),
    ],
  ])('of %s: each of its packages that has a suite is set up', async (_manager, prepare) => {
    write('package.json', '{ "private": true }');
    prepare();
    for (const [name, framework] of [
      ['a', 'jest'],
      ['b', 'vitest'],
      ['old', 'mocha'],
    ] as const) {
      const devDependencies = { [DEPENDENCY[framework]]: '*', [`@testpoint/${framework}`]: '*', testpoint: '*' };
      write(`packages/${name}/package.json`, JSON.stringify({ devDependencies }));
      write(`packages/${name}/test/a.test.js`, '');
    }
    write('packages/c/package.json', '{}');
    const end = await init();
    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(end.stdout).toMatch(/Testpoint for Jest in packages\/a\n[\s\S]*Testpoint for Vitest in packages\/b\n/);
    expect(existsSync(join(folder, 'packages/a/jest.config.js'))).toBe(true);
    expect(existsSync(join(folder, 'packages/b/vitest.config.mjs'))).toBe(true);
    expect(readdirSync(join(folder, 'packages/old'))).toEqual(['package.json', 'test']);
    expect(readdirSync(join(folder, 'packages/c'))).toEqual(['package.json']);
    expect((await init()).stdout).toMatch(/nothing to do/);
  });
});

describe('a configuration above the package that its framework uses gets our lines, and no other hides it', () => {
  const MODULES = new URL('../../mocha/node_modules/', import.meta.url);

  /** A package of a workspace whose root has a configuration of Mocha. Its test needs what that loads. */
  function mochaPackage(version: string): string {
    const devDependencies = { mocha: '*', '@testpoint/mocha': '*', testpoint: '*' };
    write('packages/a/package.json', JSON.stringify({ devDependencies }));
    write('hook.cjs', 'globalThis.loaded = true;\n');
    write('packages/a/test/a.js', "it('needs the hook', () => { if (!globalThis.loaded) throw new Error(); });\n");
    for (const [name, target] of [
      ['mocha', new URL(version, MODULES)],
      ['@testpoint/mocha', new URL('../../mocha', import.meta.url)],
    ] as const) {
      const link = join(folder, 'packages/a/node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(fileURLToPath(target), link, 'junction');
    }
    return join(folder, 'packages/a');
  }

  test.each<[string, string, string, string]>([
    ['mocha', '.mocharc.json', '../../.mocharc.cjs', '12: the first of the names, wherever it is'],
    ['mocha-11', '.mocharc.json', '.mocharc.json', '11: the nearest'],
    ['mocha-10', '', '../../.mocharc.cjs', '10: none of its own'],
  ])('%s with %j: %s (Mocha %s)', async (version, own, used) => {
    const root = mochaPackage(version);
    const hook = JSON.stringify([join(folder, 'hook.cjs')]);
    write('.mocharc.cjs', `module.exports = { reporter: 'dot', require: ${hook} };\n`);
    if (own !== '') write(`packages/a/${own}`, `{ "reporter": "dot", "require": ${hook} }`);
    expect(await init(['--yes', '--root', root])).toMatchObject({ code: 0, stderr: '' });
    expect(read(join('packages/a', used))).toContain('@testpoint/mocha/setup');
    expect((await init(['--yes', '--root', root])).stdout).toMatch(/nothing to do/);
    if (version !== 'mocha' && !IS_LONG) return;
    const suite = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js'], { cwd: root });
    expect(await ended(suite)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 passing') });
    expect(existsSync(join(root, 'testpoint-report/index.html'))).toBe(true);
    const { stdout } = await inProcess(['doctor', '--root', root], {}, folder);
    expect(stdout).toMatch(/✓ setup +the reporter is in the configuration of Mocha/);
  });

  test('Vitest: the nearest', async () => {
    write('vitest.config.mjs', 'export default { test: { globals: true } };\n');
    const devDependencies = { vitest: '*', '@testpoint/vitest': '*', testpoint: '*' };
    write('packages/a/package.json', JSON.stringify({ devDependencies }));
    expect((await init(['--yes', '--root', 'packages/a'])).code).toBe(0);
    expect(read('vitest.config.mjs')).toContain('@testpoint/vitest');
    expect(readdirSync(join(folder, 'packages/a')).sort()).toEqual(['package.json', 'testpoint.config.json']);
  });
});

describe('if something is missing or unclear, init exits with 2 and changes nothing', () => {
  test('no package.json', async () => {
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no package.json') });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder without a suite, below a package.json', async () => {
    installed('jest');
    write('src/sum.js', '');
    const end = await init(['--yes', '--root', 'src']);
    expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no package.json in ') });
    expect(readdirSync(join(folder, 'src'))).toEqual(['sum.js']);
  });

  test('no framework', async () => {
    write('package.json', '{}');
    const stderr = expect.stringMatching(/install one of them first.+testpoint import/);
    expect(await init()).toMatchObject({ code: 2, stderr });
  });

  const REACT_JEST = '27.5.1 of react-scripts is too old: @testpoint/jest works with 29.0 and newer';

  /** A project of Create React App. Its Jest is not the one that other packages find. */
  function reactApp(more: Record<string, string> = {}): void {
    const dependencies = { 'react-scripts': '5.0.1', ...more };
    write('package.json', JSON.stringify({ scripts: { test: 'cross-env CI=1 react-scripts test' }, dependencies }));
    write('node_modules/react-scripts/package.json', '{ "version": "5.0.1" }');
    write('node_modules/react-scripts/node_modules/jest/package.json', '{ "version": "27.5.1" }');
    write('node_modules/jest/package.json', '{ "version": "30.0.0" }');
  }

  test('Create React App, which has its own Jest', async () => {
    reactApp({ jest: '30' });
    const end = await init();
    expect(end.stderr).toContain(
      `Jest ${REACT_JEST}. Run the tests with Vitest, or with Jest 29 or newer instead of react-scripts`,
    );
    expect(end.code).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package.json']);
    const { stdout } = await inProcess(['doctor'], {}, folder);
    expect(stdout).toContain(REACT_JEST);
    expect(stdout).not.toMatch(/there is no Playwright|run testpoint init/);
  });

  test('a framework that is too old, beside one that is set up', async () => {
    reactApp({ mocha: '12', '@testpoint/mocha': '*', testpoint: '*' });
    const end = await init();
    expect(end.stdout).toContain(`! Jest: ${REACT_JEST}`);
    expect(end.code).toBe(1);
    expect(read('.mocharc.json')).toContain('@testpoint/mocha');
  });

  test('no terminal and no --yes: the changes are only shown', async () => {
    installed('jest');
    const end = await init([]);
    expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining('testpoint init --yes') });
    expect(end.stdout).toMatch(/^\+ {2}reporters: \['default', '@testpoint\/jest'\],$/m);
    expect(readdirSync(folder)).toEqual(['package.json']);
  });

  test.each<[string, string[]]>([
    ['there is no lock file', []],
    ['there are package-lock.json and yarn.lock', ['package-lock.json', 'yarn.lock']],
  ])('%s', async (message, locks) => {
    write('package.json', '{ "devDependencies": { "jest": "30" } }');
    for (const name of locks) write(name, '');
    const end = await init();
    expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(end.stderr).toMatch(/--package-manager npm, pnpm, yarn or bun/);
    expect(existsSync(join(folder, 'jest.config.js'))).toBe(false);
  });
});

test('a project of Rush gets the command that installs our packages, and is set up after it', async () => {
  write('rush.json', '{}');
  write('apps/shop/package.json', '{ "devDependencies": { "jest": "30" } }');
  const end = await init(['--yes', '--root', 'apps/shop'], { npm_config_user_agent: 'npm/11.0.0' });
  expect(end.code).toBe(2);
  expect(end.stderr).toMatch(/^ {2}rush add --dev --package @testpoint\/jest@\S+ --package testpoint@\S+$/m);
  expect(readdirSync(join(folder, 'apps/shop'))).toEqual(['package.json']);
  write('apps/shop/package.json', '{ "devDependencies": { "jest": "30", "@testpoint/jest": "*", "testpoint": "*" } }');
  expect((await init(['--yes', '--root', 'apps/shop'])).code).toBe(0);
  expect(read('apps/shop/jest.config.js')).toContain('@testpoint/jest');
});

describe('the CI configuration uses the package manager of the project', () => {
  test.each([
    ['package-lock.json', '', ['npm ci'], 'npx', ', cache: npm'],
    ['pnpm-lock.yaml', '', ['corepack enable', 'pnpm install --frozen-lockfile'], 'pnpm exec', ', cache: pnpm'],
    ['yarn.lock', '', ['corepack enable', 'yarn install --frozen-lockfile'], 'yarn', ', cache: yarn'],
    ['yarn.lock', '__metadata:\n', ['corepack enable', 'yarn install --immutable'], 'yarn', ', cache: yarn'],
    ['bun.lock', '', ['npm install --global bun', 'bun install --frozen-lockfile'], 'bunx', ''],
  ])('%s with "%s"', async (lock, text, commands, runner, cache) => {
    installed('jest');
    write(lock, text);
    expect((await init(['--yes', '--ci', 'github'])).code).toBe(0);
    expect((await init(['--yes', '--ci', 'gitlab'])).code).toBe(0);
    const [github, gitlab] = [read('.github/workflows/testpoint.yml'), read('.gitlab-ci.yml')];
    for (const command of commands) expect(github).toContain(`      - run: ${command}\n`);
    expect(gitlab).toContain(commands.map((command) => `    - ${command}\n`).join(''));
    expect(github).toContain(`{ node-version: 22${cache} }`);
    for (const file of [github, gitlab]) {
      expect(file).toContain(`${runner} jest --shard=1/2`);
      expect(file).toContain(`${runner} testpoint report`);
    }
  });
});

describe('a CI configuration installs by the lock file that will be committed', () => {
  test.each<[string, Record<string, string>, string, boolean]>([
    ['init is about to write it', { 'package.json': '{ "devDependencies": { "mocha": "12" } }' }, 'npm ci', true],
    [
      'the project wants none',
      { 'package.json': '{ "devDependencies": { "mocha": "12" } }', '.npmrc': 'package-lock=false\n' },
      'npm install',
      false,
    ],
    [
      'Git ignores it',
      {
        'package.json': '{ "devDependencies": { "mocha": "12" } }',
        'package-lock.json': '{}',
        '.gitignore': '*-lock.json\n',
      },
      'npm install',
      false,
    ],
    [
      'init is about to write it, with Yarn 4',
      { 'package.json': '{ "packageManager": "yarn@4.12.0", "devDependencies": { "mocha": "12" } }' },
      'yarn install --immutable',
      true,
    ],
  ])('%s', async (_, files, command, cached) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    spawnSync('git', ['init', '--quiet'], { cwd: folder });
    for (const name of ['npm', 'yarn']) {
      write(`bin/${name}`, '#!/bin/sh\n');
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
    const env = { PATH, npm_config_user_agent: 'npm/11.0.0' };
    expect((await init(['--yes', '--ci', 'github'], env)).code).toBe(0);
    const workflow = read('.github/workflows/testpoint.yml');
    expect(workflow).toContain(`      - run: ${command}\n`);
    expect(workflow.includes(', cache: ')).toBe(cached);
  });
});

describe('packages are installed first', () => {
  /** A command that records its arguments. @returns a PATH that finds it */
  function fakeManager(name: string, code: number): string {
    write(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >> "${join(folder, 'calls')}"\nexit ${code}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
    return [join(folder, 'bin'), process.env.PATH].join(delimiter);
  }

  test.skipIf(process.platform === 'win32').each<[string, string, string, string]>([
    ['npm', 'package-lock.json', '', 'npm install --save-dev'],
    ['pnpm', 'pnpm-lock.yaml', '', 'pnpm add --save-dev'],
    ['yarn', 'yarn.lock', '__metadata:\n  version: 8\n', 'yarn add --dev'],
    ['bun', 'bun.lock', '', 'bun add --dev'],
  ])('with %s, by its lock file %s', async (name, lock, text, command) => {
    write('package.json', '{ "devDependencies": { "vitest": "4" } }');
    write(lock, text);
    const end = await init(['--yes'], { PATH: fakeManager(name, 0) });
    expect(end.code).toBe(0);
    expect(read('calls')).toMatch(new RegExp(`^${command} @testpoint/vitest@\\^\\d+\\.\\d+\\.\\d+ testpoint@\\^\\d`));
    expect(read('vitest.config.mjs')).toContain('@testpoint/vitest');
  });

  test('a package of a workspace of Yarn 1, and then the whole workspace', async () => {
    write('package.json', '{ "workspaces": ["packages/*"] }');
    write('yarn.lock', '# yarn lockfile v1\n');
    for (const name of ['a', 'b']) write(`packages/${name}/package.json`, '{ "devDependencies": { "mocha": "12" } }');
    for (const name of ['a', 'b']) write(`packages/${name}/.mocharc.json`, '{}');
    expect((await init(['--yes'], { PATH: fakeManager('yarn', 0) })).code).toBe(0);
    const calls = read('calls').replace(/ @testpoint.*/g, '');
    expect(calls).toBe('yarn add --dev\nyarn install\nyarn add --dev\nyarn install\n');
  });

  test('the command line also at the root, if a CI job runs it there', async () => {
    write('package.json', '{}');
    write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
    write('pnpm-lock.yaml', '');
    write('packages/a/package.json', '{ "scripts": { "test": "mocha" }, "devDependencies": { "mocha": "12" } }');
    const end = await init(['--yes', '--ci', 'github'], { PATH: fakeManager('pnpm', 0) });
    expect(end.code, end.stderr).toBe(0);
    const calls = read('calls').replace(/@\^\S+/g, '');
    expect(calls).toBe(
      'pnpm add --save-dev @testpoint/mocha testpoint\npnpm add --save-dev --workspace-root testpoint\n',
    );
  });

  test('without a lock file, with the one that runs init', async () => {
    write('package.json', '{ "devDependencies": { "mocha": "12" } }');
    const agent = { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v22.0.0 linux x64' };
    expect((await init(['--yes'], { PATH: fakeManager('pnpm', 0), ...agent })).code).toBe(0);
    expect(read('calls')).toMatch(/^pnpm add/);
  });

  test('packageManager in package.json takes precedence over lock files', async () => {
    write('package.json', '{ "packageManager": "pnpm@10.0.0", "devDependencies": { "mocha": "12" } }');
    write('package-lock.json', '');
    write('yarn.lock', '');
    expect((await init(['--yes'], { PATH: fakeManager('pnpm', 0) })).code).toBe(0);
    expect(read('calls')).toMatch(/^pnpm add/);
  });

  test.skipIf(process.platform === 'win32')(
    'the package manager may fail if our packages are already installed',
    async () => {
      write('package.json', '{ "devDependencies": { "mocha": "12" } }');
      write('pnpm-lock.yaml', '');
      const PATH = fakeManager('pnpm', 1);
      const devDependencies = { mocha: '12', '@testpoint/mocha': '*', testpoint: '*' };
      write('after.json', JSON.stringify({ devDependencies }));
      write(
        'bin/pnpm',
        '#!/bin/sh\ncp after.json package.json\nmkdir -p node_modules/testpoint node_modules/@testpoint/mocha\nexit 1\n',
      );
      expect((await init(['--yes'], { PATH })).code).toBe(0);
      expect(read('.mocharc.json')).toContain('@testpoint/mocha');
    },
  );

  test('once at the root, if the packages of a workspace run what it installs', async () => {
    write('package.json', '{ "workspaces": ["packages/*"], "devDependencies": { "jest": "30", "mocha": "12" } }');
    write('package-lock.json', '');
    write('packages/a/package.json', '{ "scripts": { "test": "jest" } }');
    write('packages/b/package.json', '{ "scripts": { "test": "mocha && jest" } }');
    expect((await init(['--yes'], { PATH: fakeManager('npm', 0) })).code).toBe(0);
    expect(read('calls')).toMatch(
      /^npm install --save-dev @testpoint\/jest@\S+ testpoint@\S+ @testpoint\/mocha@\S+\n$/,
    );
    expect(existsSync(join(folder, 'packages/a/jest.config.js'))).toBe(true);
    expect(readdirSync(join(folder, 'packages/b')).sort()).toEqual([
      '.mocharc.json',
      'jest.config.js',
      'package.json',
      'testpoint.config.json',
    ]);
  });

  test('from files, which are copied beside the lock file with what they need, and again when they change', async () => {
    write('package.json', '{ "workspaces": ["packages/*"] }');
    write('package-lock.json', '');
    write('packages/a/package.json', '{ "scripts": { "test": "mocha" }, "devDependencies": { "mocha": "12" } }');
    const index = {
      testpoint: { file: 'cli-1.tgz', needs: ['@testpoint/core'] },
      '@testpoint/mocha': { file: 'mocha-1.tgz', needs: ['@testpoint/core'] },
      '@testpoint/core': { file: 'core-1.tgz', needs: [] },
      '@testpoint/reference-server': { file: 'server-1.tgz', needs: [] },
      '@testpoint/vitest': { file: 'vitest-1.tgz', needs: ['@testpoint/core'] },
    };
    write('packed/packages.json', JSON.stringify(index));
    for (const { file } of Object.values(index)) write(`packed/${file}`, file);
    write('testpoint-packages/mocha-0.tgz', '');
    const env = { PATH: fakeManager('npm', 0) };
    const { code, stdout } = await init(['--yes', '--packages', 'packed'], env);
    const spec = (name: string, file: string) => `${name}@file:../../testpoint-packages/${file}`;
    const specs = [
      spec('@testpoint/mocha', 'mocha-1.tgz'),
      spec('@testpoint/core', 'core-1.tgz'),
      spec('testpoint', 'cli-1.tgz'),
    ];
    expect(code, stdout).toBe(0);
    expect(read('calls')).toBe(`npm install --save-dev ${specs.join(' ')}\n`);
    expect(stdout).toContain('copies these packages to testpoint-packages. Commit it, so that');
    expect(stdout).toContain(spec('npm install --save-dev @testpoint/reference-server', 'server-1.tgz'));
    expect(stdout).toContain(
      '  cd packages/a && npm uninstall @testpoint/mocha @testpoint/core testpoint\n  rm -r testpoint-packages\n',
    );
    expect(readdirSync(join(folder, 'testpoint-packages')).sort()).toEqual([
      '.gitattributes',
      '.gitignore',
      'cli-1.tgz',
      'core-1.tgz',
      'mocha-1.tgz',
      'server-1.tgz',
    ]);

    const devDependencies = { testpoint: 'file:../cli-1.tgz', '@testpoint/mocha': 'file:../mocha-0.tgz' };
    write('packages/a/package.json', JSON.stringify({ scripts: { test: 'mocha' }, devDependencies }));
    await init(['--yes', '--packages', 'packed'], env);
    expect(read('calls').split('\n').at(-2)).toBe(`npm install --save-dev ${specs.slice(0, 2).join(' ')}`);
  });

  test('if the package manager fails, no file is edited', async () => {
    write('package.json', '{ "devDependencies": { "mocha": "12" } }');
    write('package-lock.json', '');
    const end = await init(['--yes'], { PATH: fakeManager('npm', 7) });
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('no configuration was changed') });
    expect(existsSync(join(folder, '.mocharc.json'))).toBe(false);
  });
});
