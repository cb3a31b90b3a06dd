import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, ended, startCli } from './harness.js';

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
  return ended(startCli(['doctor'], env, folder));
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

  test('a Node that is too old is a problem', async () => {
    const versions = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.1.0' } })";
    const { stdout } = await doctor({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(versions)}` });
    expect(stdout).toMatch(/✗ Node +18\.1\.0 is too old: use Node \d+\.\d+\S* or newer\n/);
  });

  test.each<[string, () => void, RegExp]>([
    [
      'a framework that is too old',
      () => jestProject({ jest: '28.1.3' }),
      /✗ Jest +28\.1\.3 is too old: @testpoint\/jest works with 29\.0 and newer/,
    ],
    [
      'a framework that is newer than the tested versions',
      () => jestProject({ jest: '99.0.0' }),
      /\? Jest +99\.0\.0 is newer than the tested versions \(29\.0 to /,
    ],
    [
      'a reporter of another version than this command',
      () => jestProject({ reporter: '0.0.1' }),
      /✗ package +@testpoint\/jest is 0\.0\.1, but this command is \d.*: install the same version of both/,
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
        write('jest.config.js', 'module.exports = async () => ({});\n');
      },
      /\? setup +jest\.config\.js: the configuration is a function\. Testpoint can’t tell/,
    ],
    [
      'a script that overrides the configuration',
      () => {
        jestProject();
        const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        write('package.json', JSON.stringify({ ...manifest, scripts: { test: 'jest --reporters=default' } }));
      },
      /✗ setup +package\.json: script "test" names a reporter \(--reporters=default\)/,
    ],
    [
      'the test API of another package',
      () => {
        jestProject();
        write('test/cart.test.js', "const x = 1;\nconst { step } = require('@testpoint/mocha/api');\n");
      },
      /✗ test API +test\/cart\.test\.js:2 imports @testpoint\/mocha\/api, .*: import @testpoint\/jest\/api/,
    ],
    [
      'two Testpoint configuration files',
      () => {
        write('testpoint.config.json', '{}');
        write('testpoint.config.mjs', 'export default {};\n');
      },
      /✗ config file +Testpoint uses testpoint\.config\.mjs and ignores testpoint\.config\.json: keep only one/,
    ],
  ])('%s', async (_what, prepare, message) => {
    prepare();
    const end = await doctor();
    expect(end.stdout).toMatch(message);
    expect(end.code).toBe(1);
  });

  test('an option of one reporter in the configuration for all', async () => {
    write('testpoint.config.json', '{ "console": "dot", "secretKey": "c2VjcmV0", "url": "http://127.0.0.1:9" }');
    const end = await doctor();
    expect(end.stdout).toMatch(/console \(file .*testpoint\.config\.json\): .* options of @testpoint\/mocha/);
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
