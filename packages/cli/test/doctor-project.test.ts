import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Ended, ended, inProcess, startCli } from './harness.js';

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** A Jest project that is set up, with the installed versions of its packages. */
function jestProject({ jest = '30.5.0', reporter = version } = {}): void {
  write('package.json', JSON.stringify({ devDependencies: { jest: '*', '@testpoint/jest': '*', testpoint: '*' } }));
  write('node_modules/jest/package.json', JSON.stringify({ version: jest }));
  write('node_modules/@testpoint/jest/package.json', JSON.stringify({ version: reporter }));
  write(
    'jest.config.js',
    "module.exports = { reporters: ['default', '@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] };\n",
  );
}

function doctor(env: Record<string, string> = {}): Promise<Ended> {
  return inProcess(['doctor'], env, folder);
}

describe('doctor looks at the project', () => {
  test('a project that is set up has no problems', async () => {
    jestProject();
    const { stdout } = await doctor();
    expect(stdout).toMatch(/✓ Node +\d+\.\d+/);
    expect(stdout).toMatch(/✓ Jest +30\.5\.0\n/);
    expect(stdout).toMatch(new RegExp(`✓ package +@testpoint/jest ${version}\n`));
    expect(stdout).toMatch(/✓ setup +the reporter is in the configuration of Jest\n/);
  });

  test('a turbo.json with which tasks lack our variables', async () => {
    jestProject();
    write('turbo.json', '{ "tasks": { "test": {} } }');
    const message = 'Turborepo passes no TMS_… variables to tasks: add "globalPassThroughEnv": ["TMS_*"] to turbo.json';
    expect((await doctor({ TMS_REPORT: '1' })).stdout).toContain(message);
    write('turbo.json', '{ "globalPassThroughEnv": ["TMS_*"], "tasks": { "test": {} } }');
    expect((await doctor({ TMS_REPORT: '1' })).stdout).not.toContain(message);
  });

  test('a Node that is too old is a problem', async () => {
    const versions = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.1.0' } })";
    const options = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(versions)}` };
    const { stdout } = await ended(startCli(['doctor'], options, folder));
    expect(stdout).toMatch(/✗ Node +18\.1\.0 is too old: use Node \d+\.\d+\S* or newer\n/);
  });

  test.each<[string, () => void, ...RegExp[]]>([
    [
      'a framework that is too old',
      () => jestProject({ jest: '28.1.3' }),
      /✗ Jest +28\.1\.3 is too old: @testpoint\/jest works with 29\.0 and newer/,
    ],
    [
      'a reporter that is not installed',
      () => {
        jestProject();
        rmSync(join(folder, 'node_modules/@testpoint'), { recursive: true });
      },
      /✗ package +@testpoint\/jest is not installed .*: run testpoint init/,
    ],
    [
      'a configuration without our lines',
      () => {
        jestProject();
        write('jest.config.js', 'module.exports = {};\n');
      },
      /✗ setup +jest\.config\.js lacks Testpoint's lines: run testpoint init/,
    ],
    [
      'no configuration',
      () => {
        jestProject();
        rmSync(join(folder, 'jest.config.js'));
      },
      /✗ setup +there is no configuration \(jest\.config\..*\): run testpoint init/,
    ],
    [
      'a setup line under the wrong key',
      () => {
        jestProject();
        write(
          'jest.config.js',
          "module.exports = { reporters: ['@testpoint/jest'], setupFiles: ['@testpoint/jest/setup'] };\n",
        );
      },
      /✗ setup +jest\.config\.js: @testpoint\/jest\/setup is in setupFiles, where it has no effect/,
    ],
    [
      'a configuration that can only be read by running it',
      () => {
        jestProject();
        write('jest.config.js', 'module.exports = load();\n');
      },
      /\? setup +jest\.config\.js: the configuration is the result of a call\. Testpoint can’t tell/,
    ],
    [
      'a framework and a reporter of other versions, a script that overrides the configuration, and two of Testpoint',
      () => {
        jestProject({ jest: '99.0.0', reporter: '0.0.1' });
        const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        write('package.json', JSON.stringify({ ...manifest, scripts: { test: 'jest --reporters=default' } }));
        write('testpoint.config.json', '{}');
        write('testpoint.config.mjs', 'export default {};\n');
      },
      /\? Jest +99\.0\.0 is newer than the tested versions \(29\.0 to /,
      /✗ package +@testpoint\/jest is 0\.0\.1, but this command is \d.*: install the same version of both/,
      /✗ setup +script "test" passes --reporters=default, which removes @testpoint\/jest: run npx testpoint init/,
      /✗ config file +Testpoint uses testpoint\.config\.mjs and ignores testpoint\.config\.json: keep only one/,
    ],
  ])('%s', async (_what, prepare, ...messages) => {
    prepare();
    const end = await doctor();
    for (const message of messages) expect(end.stdout).toMatch(message);
    expect(end.code).toBe(1);
  });

  test('a reporter’s own option in testpoint.config is an error', async () => {
    write('testpoint.config.json', '{ "console": "dot", "secretKey": "c2VjcmV0", "url": "http://127.0.0.1:9" }');
    const end = await doctor();
    expect(end.stdout).toMatch(
      /console \(file .*testpoint\.config\.json\) is ignored: .* options of @testpoint\/mocha/,
    );
    expect(end.code).toBe(1);
  });
});

describe('doctor compares clocks', () => {
  let service: Server;
  afterEach(() => {
    service.close();
    service.closeAllConnections();
  });

  test.each([
    [-3_600_000, /✗ clock +this machine's clock is 3\d{3} s ahead of the service's/],
    [
      3_600_000,
      /✗ clock +this machine's clock is 3\d{3} s behind the service's, so results show wrong times: synchronize it \(NTP\)/,
    ],
    [0, /✓ clock +agrees with the service/],
  ])('a service whose clock differs by %i ms', async (skew, message) => {
    service = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', date: new Date(Date.now() + skew).toUTCString() });
      response.end('[]');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = service.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { stdout } = await doctor({ TMS_URL: `http://127.0.0.1:${port}`, TMS_SECRET_KEY: 'a2V5a2V5' });
    expect(stdout).toMatch(message);
  });
});

describe('doctor loads the configuration as the framework does', () => {
  /** A project with the packages of an example. */
  function project(framework: string, config: string, text: string, type = 'commonjs'): void {
    const dependency = framework === 'playwright' ? '@playwright/test' : framework;
    const devDependencies = { [dependency]: '*', [`@testpoint/${framework}`]: '*', testpoint: '*' };
    write('package.json', JSON.stringify({ type, devDependencies }));
    write(config, text);
    const modules = fileURLToPath(new URL(`../../../examples/${framework}/node_modules`, import.meta.url));
    symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  }

  const OTHER_GOOD: [string, Parameters<typeof project>][] = [
    [
      'Playwright, as an ES module',
      [
        'playwright',
        'playwright.config.ts',
        "export default { reporter: process.env.NO ? 'dot' : [['@testpoint/playwright', { report: 'mine' }]] };\n",
        'module',
      ],
    ],
    [
      'Jest, in a file that prints',
      [
        'jest',
        'jest.config.js',
        "console.log('injected env (2)', { a: {} });\nprocess.on('exit', () => console.log('{\\n}'));\nmodule.exports = { reporters: [['@testpoint/jest', { report: 'mine' }]], setupFilesAfterEnv: ['@testpoint/jest/setup'] };\n",
      ],
    ],
    [
      'Vitest, in a computed list',
      [
        'vitest',
        'vitest.config.mjs',
        "export default { test: { reporters: ['default', ...[['@testpoint/vitest', { report: 'mine' }]]] } };\n",
      ],
    ],
  ];
  test.each<[string, Parameters<typeof project>]>([
    ...(IS_LONG ? OTHER_GOOD : []),
    [
      'Playwright, in TypeScript',
      [
        'playwright',
        'playwright.config.ts',
        "import { defineConfig } from '@playwright/test';\nconst all: any = [['list'], ['@testpoint/playwright', { report: 'mine' }]];\nexport default defineConfig({ reporter: all });\n",
      ],
    ],
    [
      'Jest, in a function',
      [
        'jest',
        'jest.config.js',
        "module.exports = async () => ({ reporters: ['default', ['@testpoint/jest', { report: 'mine' }]], setupFilesAfterEnv: ['@testpoint/jest/setup'] });\n",
      ],
    ],
    [
      'Vitest, in a configuration for tests only',
      [
        'vitest',
        'vitest.config.mjs',
        "export default { test: { reporters: process.env.VITEST && [['@testpoint/vitest', { report: 'mine' }]] } };\n",
      ],
    ],
    [
      'Mocha, in texts',
      [
        'mocha',
        '.mocharc.json',
        '{ "reporter": "@testpoint/mocha", "reporter-option": ["console=dot", "report=mine"], "require": "@testpoint/mocha/setup" }',
      ],
    ],
  ])('%s: a good set-up is ready', async (_what, files) => {
    project(...files);
    const end = await doctor();
    expect(end.stdout).not.toMatch(/^[✗?]/m);
    expect(end.stdout).toMatch(/^Ready: the report goes to mine\.$/m);
    expect(end.code).toBe(0);
  });

  const OTHER_BAD: [string, Parameters<typeof project>, RegExp][] = [
    [
      'a setup line under the wrong key',
      [
        'jest',
        'jest.config.js',
        "module.exports = { reporters: ['@testpoint/jest'], setupFiles: ['@testpoint/jest/setup'] };\n",
      ],
      /✗ setup +@testpoint\/jest\/setup is in setupFiles, where it has no effect: move it to setupFilesAfterEnv/,
    ],
    [
      'a wrong option of the reporter',
      [
        'vitest',
        'vitest.config.mjs',
        "export default { test: { reporters: [['@testpoint/vitest', { url: 'nowhere' }]] } };\n",
      ],
      /✗ settings +url \(reporter options\): it is not an http or https address/,
    ],
    [
      'a configuration that Jest refuses',
      ['jest', 'jest.config.js', "module.exports = { preset: './nowhere' };\n"],
      /✗ setup +Jest's configuration can't be loaded: Error: ● Validation Error: Preset \.\/nowhere not found/,
    ],
  ];
  test.each<[string, Parameters<typeof project>, RegExp]>([
    ...(IS_LONG ? OTHER_BAD : []),
    [
      'a reporter that is listed twice',
      [
        'jest',
        'jest.config.js',
        "const r = '@testpoint/jest';\nmodule.exports = { reporters: [r, [r, { report: true }]] };\n",
      ],
      /✗ setup +@testpoint\/jest is listed twice in the configuration of Jest: keep one/,
    ],
    [
      'a configuration that fails',
      [
        'vitest',
        'vitest.config.mjs',
        "const error = new Error('no such stage');\nerror.stack = '\\u001b[31m' + error.stack;\nthrow error;\n",
      ],
      /✗ setup +Vitest's configuration can't be loaded: Error: no such stage/,
    ],
    [
      'a reporter that is missing although its name is in the file',
      [
        'playwright',
        'playwright.config.js',
        "module.exports = { reporter: process.env.NEVER ? '@testpoint/playwright' : '@testpoint/mocha' };\n",
      ],
      /✗ setup +@testpoint\/mocha is a reporter of Playwright, but works with Mocha only: remove it\n✗ setup +@testpoint\/playwright is not among the reporters of Playwright: run testpoint init/,
    ],
  ])('%s', async (_what, files, message) => {
    project(...files);
    const end = await doctor({ TMS_SECRET_KEY: 'a2V5a2V5' });
    expect(end.stdout).toMatch(message);
    expect(end.stdout).toMatch(/^\d+ problems?$/m);
    expect(end.code).toBe(1);
  });

  test('one of several configurations without our reporter', async () => {
    project('vitest', 'vitest.config.mjs', "export default { test: { reporters: ['@testpoint/jest'] } };\n");
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    write('package.json', JSON.stringify({ ...manifest, scripts: { e2e: 'vitest run --config e2e.config.mjs' } }));
    write('e2e.config.mjs', "export default { test: { reporters: ['@testpoint/vitest'] } };\n");
    const { stdout } = await doctor();
    expect(stdout).toMatch(/✓ setup +the reporter is in the configuration of Vitest \(e2e\.config\.mjs\)/);
    expect(stdout).toMatch(
      /✗ setup +@testpoint\/jest is a reporter of Vitest, but works with Jest only: remove it\n✗ setup +@testpoint\/vitest is not among the reporters of Vitest \(vitest\.config\.mjs\): run/,
    );
  });

  test.runIf(IS_LONG)('a suite in a folder without a package.json', async () => {
    project(
      'playwright',
      'e2e/playwright.config.ts',
      "export default { reporter: '@testpoint/playwright' };\n",
      'module',
    );
    for (const place of ['', 'e2e/']) write(`${place}testpoint.config.json`, '{ "report": true }');
    const { stdout } = await inProcess(['doctor', '--root', 'e2e'], {}, folder);
    expect(stdout).not.toMatch(/^[✗?]/m);
  });

  test.runIf(IS_LONG)('component tests of Playwright', async () => {
    project('playwright', 'playwright-ct.config.ts', "export default { reporter: '@testpoint/playwright' };\n");
    const modules = new URL('../../../examples/playwright/node_modules/', import.meta.url);
    rmSync(join(folder, 'node_modules'));
    mkdirSync(join(folder, 'node_modules/@playwright'), { recursive: true });
    for (const [name, target] of [
      ['@playwright/experimental-ct-react', '@playwright/test'],
      ['@testpoint', '@testpoint'],
    ] as const) {
      symlinkSync(fileURLToPath(new URL(target, modules)), join(folder, 'node_modules', name), 'junction');
    }
    const devDependencies = { '@playwright/experimental-ct-react': '*', '@testpoint/playwright': '*', testpoint: '*' };
    write('package.json', JSON.stringify({ devDependencies }));
    const { stdout } = await doctor({ TMS_REPORT: 'true' });
    expect(stdout).toMatch(/✓ setup +the reporter is in the configuration of Playwright\n/);
    expect(stdout).not.toMatch(/^[✗?]/m);
  });

  test('options that Mocha 11 can’t read', async () => {
    project('mocha', '.mocharc.json', '{ "reporter": "@testpoint/mocha", "reporterOptions": { "console": "dot" } }');
    rmSync(join(folder, 'node_modules'));
    const ofMocha = new URL('../../mocha/node_modules/', import.meta.url);
    mkdirSync(join(folder, 'node_modules/@testpoint'), { recursive: true });
    symlinkSync(fileURLToPath(new URL('mocha-11', ofMocha)), join(folder, 'node_modules/mocha'), 'junction');
    symlinkSync(
      fileURLToPath(new URL('../../mocha', import.meta.url)),
      join(folder, 'node_modules/@testpoint/mocha'),
      'junction',
    );
    expect((await doctor()).stdout).toMatch(
      /✗ setup +Mocha 11 can't read an object as option reporterOptions: write "reporter-option": \["console=dot"\]/,
    );
  });

  test.runIf(IS_LONG)('a configuration of more than 1 MB', async () => {
    project(
      'jest',
      'jest.config.js',
      "module.exports = { globals: { table: 'x'.repeat(2_000_000) }, reporters: ['@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] };\n",
    );
    const { stdout } = await doctor();
    expect(stdout).toContain('the reporter is in the configuration of Jest');
    expect(stdout).not.toContain("can't be loaded");
  });

  test('a reporter without its setup file, which is allowed', async () => {
    project('jest', 'jest.config.js', "module.exports = { reporters: [['@testpoint/jest', { report: true }]] };\n");
    const end = await doctor();
    expect(end.stdout).toMatch(
      /\? setup +@testpoint\/jest\/setup is not in setupFilesAfterEnv of Jest, so hooks, steps and attachments are not recorded/,
    );
    expect(end.code).toBe(0);
  });

  test('projects of Jest without its setup file', async () => {
    const projects = "[{ displayName: 'web', setupFilesAfterEnv: ['@testpoint/jest/setup'] }, '<rootDir>/api']";
    project('jest', 'jest.config.js', `module.exports = { reporters: ['@testpoint/jest'], projects: ${projects} };\n`);
    write('api/package.json', '{}');
    const { stdout } = await doctor();
    expect(stdout).toMatch(/\? setup +@testpoint\/jest\/setup is not in setupFilesAfterEnv of Jest's projects api, so/);
  });

  test('a folder for the report that contains other files', async () => {
    project(
      'vitest',
      'vitest.config.mjs',
      "export default { test: { reporters: [['@testpoint/vitest', { report: 'docs' }]] } };\n",
    );
    write('docs/index.md', '# Ours\n');
    expect((await doctor()).stdout).toMatch(
      /✗ report +docs contains other files, so no report is written there: choose another folder \(TMS_REPORT\)/,
    );
  });

  test('packages with suites of their own, at the root of a workspace', async () => {
    project('mocha', '.mocharc.json', '{ "reporter": "@testpoint/mocha" }');
    write('pnpm-workspace.yaml', 'packages: [packages/*]\n');
    write('packages/web/package.json', '{ "devDependencies": { "jest": "*" }, "scripts": { "test": "jest" } }');
    expect((await doctor()).stdout).toMatch(
      /\? packages +these have suites of their own, check each with --root: packages\/web/,
    );
  });

  test('no framework, at the root of a workspace', async () => {
    write('package.json', '{ "workspaces": ["packages/*"] }');
    write('packages/web/package.json', '{ "devDependencies": { "vitest": "*" }, "scripts": { "test": "vitest" } }');
    expect((await doctor()).stdout).toMatch(
      /✗ framework +there is no Playwright, Jest, .+ or node:test in .*: pass one of these with --root: packages\/web/,
    );
  });
});
