import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../../scripts/processes.mjs';
import { environment, inProcess } from './in-process.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-try-'));
  const modules = fileURLToPath(new URL('../../../examples/mocha/node_modules', import.meta.url));
  symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  script('mocha');
  write('package-lock.json', '{}');
  write('testpoint.config.json', '{ "report": true }');
  write('.mocharc.json', '{ "reporter": "@testpoint/mocha", "require": ["@testpoint/mocha/setup"] }');
  write('test/a.js', "describe('Cart', () => { it('adds', () => { throw new Error('x'); }); it('adds', () => {}); });");
  write('test/b.js', "it('ships', () => {});");
  expect(await testpoint('doctor', '--try')).toMatch(/^\? try +there is no last run with a test to try/m);
  await run(process.execPath, ['node_modules/mocha/bin/mocha.js'], { cwd: folder, env: environment({}) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function script(text: string): void {
  const devDependencies = { mocha: '*', '@testpoint/mocha': '*', testpoint: '*' };
  write('package.json', JSON.stringify({ scripts: { test: text }, devDependencies }));
}

async function testpoint(...args: string[]): Promise<string> {
  return (await inProcess(args, {}, folder)).output;
}

test('one test that passed, of two with one name, goes through the project’s command into a report of its own', async () => {
  const output = await testpoint('doctor', '--try');
  const [, page = ''] = /^✓ try +test\/a\.js > Cart > adds arrived: (file:\S+index\.html)$/m.exec(output) ?? [output];
  const report = dirname(fileURLToPath(page));
  expect(await testpoint('gate', report, '--max-failed', '0', '--min-tests', '1')).toContain('minTests: 1 result');
  // The last run stays as it was.
  expect(await testpoint('gate', '--max-failed', '1')).toContain('The gate is open');
});

test('a reporter on the command line that removes ours is named, and nothing arrives', async () => {
  script('mocha --reporter dot');
  const output = await testpoint('doctor', '--try');
  expect(output).toMatch(
    /^✗ setup +script "test" passes --reporter dot, which removes @testpoint\/mocha: run npx testpoint init/m,
  );
  expect(output).toMatch(
    /^✗ try +"npm test" ended with 1, and nothing arrived: it did not load Testpoint's reporter\./m,
  );
});

test('a command that does not run the test says so', async () => {
  script('mocha test/b.js');
  expect(await testpoint('doctor', '--try')).toMatch(
    /^✗ try +"npm test" loaded Testpoint's reporter, but did not run test\/a\.js > Cart > adds\./m,
  );
});

test('a key in a file sends nothing to the service', async () => {
  write('testpoint.config.json', '{ "report": true, "url": "http://127.0.0.1:9", "secretKey": "c2VjcmV0LWtleQ==" }');
  expect(await testpoint('doctor', '--try')).toMatch(
    /^\? try +the key is in a file, so the test would go to your service/m,
  );
});
