import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Invocation } from '../src/invocation.js';
import { main } from '../src/program.js';
import {
  BIN,
  type Ended,
  ended,
  inProcess,
  printed,
  SUITE,
  startCli,
  startIn,
  TEST_POINTS,
  Workplace,
} from './harness.js';
import { environment, invocationOf, suiteInProcess } from './in-process.js';

interface ServerFile {
  url: string;
  id: string;
  key: string;
  pid: number;
}

let folder: string;
let ends: (() => Promise<unknown>)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-serve-'));
  ends = [];
});
afterEach(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, '.testpoint', 'serve', 'server.json');
const content = (): ServerFile => JSON.parse(readFileSync(file(), 'utf8'));

interface Serving {
  /** The link that it printed. */
  link: string;
  /** Ends it like Ctrl+C. */
  stop(): Promise<Ended>;
}

/** Starts `testpoint serve` in a process of its own. */
async function serveInOwnProcess(): Promise<Serving> {
  const child = startCli(['serve', '--no-open', '--port', '0'], {}, folder);
  const end = ended(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const stop = () => {
    child.kill('SIGINT');
    return end;
  };
  ends.push(stop);
  await Promise.race([printed(child, '#token='), end.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  return { link: output.split(' ')[0] ?? '', stop };
}

/** Starts `testpoint serve` in this process. */
function serve(...args: string[]): Promise<Serving> {
  return serveIn({}, {}, ...args);
}

/** The same with more variables, and another standard input. */
async function serveIn(env: Record<string, string>, stdin: Invocation['stdin'], ...args: string[]): Promise<Serving> {
  const end = { signal: null, stdout: '', stderr: '', output: '' };
  const given = invocationOf(
    { args: ['serve', '--no-open', '--port', '0', ...args], env: environment(env), folder },
    end,
  );
  Object.assign(given, { stdin });
  let onSignal = (_signal: NodeJS.Signals) => {};
  let over: Promise<Ended> | undefined;
  const stop = async () => {
    onSignal('SIGINT');
    return (await over) ?? expect.fail('it has not started');
  };
  ends.push(stop);
  await new Promise<void>((resolve, reject) => {
    given.onSignal = (listener) => {
      onSignal = listener;
      resolve();
      return () => {};
    };
    over = main(given).then(() => ({ ...end, code: given.exitCode }));
    void over.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { link: end.stdout.split(' ')[0] ?? '', stop };
}

/** Runs a suite of three tests, with no settings but the given ones. @returns what it printed */
function suite(env: Record<string, string> = {}, cwd = folder): Promise<string> {
  return suiteInProcess([3], env, cwd);
}

function cli(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return inProcess(args, env, folder);
}

/** A service, for suites that have settings. */
async function openService(): Promise<Workplace> {
  const place = await Workplace.open();
  ends.push(() => place.close());
  writeFileSync(join(folder, 'points.json'), JSON.stringify(TEST_POINTS));
  return place;
}

/** What the server holds. */
async function runs(): Promise<{ status: string }[]> {
  const { url, key } = content();
  const answer = await fetch(`${url}/api/Public/GetTestRuns/1`, { headers: { authorization: `PrivateToken ${key}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { status: string }[];
}

function signIn(url: string, token: string): Promise<Response> {
  return fetch(`${url}/viewer/sign-in/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token }),
  });
}

describe('a suite without any setting', () => {
  test('reports to the server, and its last line is the address of the run', async () => {
    await serve();
    const { code, stderr } = await ended(startIn(folder, process.execPath, [SUITE, '3', 'close'], {}));
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /Testpoint {2}run [0-9a-f-]{36}, created, completed\n {2}3 results: 3 passed · all delivered\n/,
    );
    expect(stderr).toMatch(/\n {2}Results: http:\/\/127\.0\.0\.1:\d+\/runs\/[0-9a-f-]{36}\n\n$/);
    expect(await runs()).toMatchObject([{ status: 'Completed' }]);
  });

  test('finds the server of the nearest folder above it, up to the root of the repository', async () => {
    await serve();
    const below = join(folder, 'packages', 'web');
    mkdirSync(below, { recursive: true });
    expect(await suite({}, below)).toMatch(/all delivered/);
    mkdirSync(join(folder, 'packages', '.git'));
    expect(await suite({}, below)).toMatch(/off, no secret key/);
  });

  test('reports into the run of exec', async () => {
    await serve();
    const { code, stderr } = await cli(['exec', '--', process.execPath, SUITE, '3', 'close']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/run [0-9a-f-]{36} created and started/);
    expect(await runs()).toMatchObject([{ status: 'Completed' }]);
  });

  test('stays off in CI, when it is switched off, and if the file can be read by other users', async () => {
    await serve();
    expect(await suite({ GITHUB_ACTIONS: 'true' })).toMatch(/off, no secret key/);
    expect(await suite({ TMS_DISABLED: '1' })).toMatch(/off, TMS_DISABLED is set/);
    expect(await runs()).toEqual([]);
    if (process.platform === 'win32') return;
    const text = readFileSync(file());
    rmSync(file());
    writeFileSync(file(), text, { mode: 0o644 });
    expect(await suite()).toMatch(/^Testpoint: off, no secret key/);
  });
});

test('doctor says that the address comes from the file, and that the server has proved itself', async () => {
  const { stop } = await serve();
  const real = content();
  const good = (await cli(['doctor'])).stdout;
  expect(good).toMatch(/✓ address +answers in \d+ ms, and has proved to be the server of `testpoint serve`\n/);
  expect(good).toMatch(/ url +http:\/\/127\.0\.0\.1:\d+ +testpoint serve, file .*server\.json\n/);
  await stop();
  await serve();
  writeFileSync(file(), JSON.stringify({ ...content(), key: real.key }), { mode: 0o600 });
  const bad = await cli(['doctor']);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/✗ address +http.* is not the server that `testpoint serve` started/);
});

test('a suite with an address or a key of its own does not report to the server', async () => {
  await serve();
  const place = await openService();
  expect(await suite(place.env)).toMatch(/all delivered/);
  expect(await suite({ TMS_URL: place.server.url })).toMatch(/off, no secret key/);
  expect(await runs()).toEqual([]);
});

test('a false server behind the file gets neither the key nor a result', async () => {
  const { stop } = await serve();
  const real = content();
  await stop();
  const requests: string[] = [];
  const impostor = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ server: real.id, proof: 'A'.repeat(43) }));
    });
  });
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
  ends.push(async () => impostor.close());
  const url = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
  writeFileSync(file(), JSON.stringify({ ...real, url, pid: process.pid }), { mode: 0o600 });
  expect(await suite()).toContain(
    `3 results not delivered: the run can't be created. ${url} is not the server that \`testpoint serve\` started, so nothing was sent to it. Start \`npx testpoint serve\` again.\n`,
  );
  expect(requests.length).toBeGreaterThan(0);
  for (const request of requests) {
    expect(request).toMatch(/^\/viewer\/proof /);
    expect(request).not.toContain(real.key);
  }

  // The real one gets them later.
  rmSync(file());
  await serve();
  const flushed = await cli(['flush']);
  expect(flushed.stderr).toMatch(/3 results delivered/);
  expect(flushed.code).toBe(0);
});

test('flush sends results for the server to no service, and those for a service not to the server', async () => {
  const { stop } = await serve();
  const server = content();
  await stop();
  // The server ends before the suite does.
  writeFileSync(file(), JSON.stringify({ ...server, pid: process.pid }), { mode: 0o600 });
  expect(await suite()).toMatch(/3 results not delivered/);
  rmSync(file());
  const place = await openService();
  const elsewhere = await cli(['flush'], place.env);
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.stderr).toMatch(
    /3 results left\n.*its results are for `testpoint serve`, which is not running: start `npx testpoint serve`, then flush again\n/,
  );

  await suite({ ...place.env, TMS_URL: 'http://127.0.0.1:9', TMS_CLOSE_TIMEOUT: '100' });
  await serve('--fresh');
  const both = await cli(['flush']);
  expect(both.code).toBe(1);
  expect(both.stderr).toMatch(
    /its results are for another database of `testpoint serve`\. If that was deleted \(--fresh\), delete this session, too\n/,
  );
  expect(both.stderr).toMatch(/its results are for a service: set TMS_URL and TMS_SECRET_KEY/);
  expect(await runs()).toEqual([]);
});

describe('the link', () => {
  test('signs in once', async () => {
    const { link } = await serve();
    const [url = '', token = ''] = link.split('/#token=');
    const first = await signIn(url, token);
    expect(first.status).toBe(204);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const session = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    expect((await fetch(`${url}/viewer/runs`, { headers: session })).status).toBe(200);
    const again = await signIn(url, token);
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ detail: 'This link was used before, or is older than a minute.' });
  });

  test('can’t be guessed, only the owner of the key gets one, and no page of another origin can use it', async () => {
    const { link } = await serve();
    const [url = '', token = ''] = link.split('/#token=');
    expect((await signIn(url, 'A'.repeat(43))).status).toBe(401);
    const request = { method: 'POST', headers: { 'content-type': 'application/json', origin: url }, body: '{}' };
    expect((await fetch(`${url}/viewer/tokens`, request)).status).toBe(401);
    expect((await fetch(`${url}/viewer/runs`)).status).toBe(401);
    const elsewhere = { ...request.headers, origin: 'http://127.0.0.1:1' };
    const body = JSON.stringify({ token });
    const answer = await fetch(`${url}/viewer/sign-in/token`, { method: 'POST', headers: elsewhere, body });
    expect(answer.status).toBe(403);
  });
});

// Where a browser is opened by a program that is sought in PATH.
test.skipIf(process.platform !== 'linux')('Enter opens the page, signed in, as often as it is pressed', async () => {
  const opened = join(folder, 'opened');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
  let press = () => {};
  const stdin = {
    isTTY: true,
    on: (_event: string, listener: () => void) => {
      press = listener;
    },
  };
  const { link, stop } = await serveIn({ PATH: `${bin}:/bin:/usr/bin` }, stdin);
  const links = () => (existsSync(opened) ? readFileSync(opened, 'utf8').split('\n').slice(0, -1) : []);
  press();
  await expect.poll(() => links().length).toBe(1);
  press();
  await expect.poll(() => links().length).toBe(2);
  expect(new Set([link, ...links()]).size).toBe(3);
  for (const one of links()) {
    const [url = '', token = ''] = one.split('/#token=');
    expect((await signIn(url, token)).status).toBe(204);
  }
  const { stderr } = await stop();
  expect(stderr).toContain('Press Enter to open the page, Ctrl+C to stop.');
  expect(stderr, 'the only address is the one that signs in').not.toContain('http');
});

test('a second one in the folder says where the first is, with a new link', async () => {
  const { link } = await serve();
  const { url, key } = content();
  const second = await cli(['serve', '--no-open']);
  expect(second.code).toBe(0);
  expect(second.stderr).toBe(`A server is running for this folder already, at ${url}\n`);
  expect(second.stdout).toMatch(new RegExp(`^${url}/#token=[\\w-]{43} {2}\\(valid once, for a minute\\)\n$`));
  expect(second.stdout).not.toContain(link);
  expect(content().key).toBe(key);
  const fresh = await cli(['serve', '--no-open', '--fresh']);
  expect(fresh).toMatchObject({ code: 2, stderr: `A server is running for this folder at ${url}. Stop it first.\n` });
});

test('results stay for the next start, the file of a server that has ended changes no suite, and --fresh forgets', async () => {
  const first = await serveInOwnProcess();
  const { url } = content();
  expect(statSync(file()).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  const { key, id } = content();
  const left = readFileSync(file());
  await suite();
  expect(await first.stop()).toMatchObject({
    code: 0,
    stderr: `Serving the results of ${folder}\nRun your tests in another terminal: they report here without any setting. Press Ctrl+C to stop.\n`,
  });
  expect(existsSync(file())).toBe(false);
  writeFileSync(file(), left, { mode: 0o600 });
  expect(await suite()).toMatch(/^Testpoint: off, no secret key/);
  const second = await serve();
  expect(await runs()).toHaveLength(1);
  expect(content()).toMatchObject({ id });
  expect(content().key).not.toBe(key);
  await second.stop();
  await serve('--fresh');
  expect(await runs()).toEqual([]);
  expect(content().id).not.toBe(id);
});

test('a wrong port is a wrong usage', async () => {
  const { code, stderr } = await cli(['serve', '--port', '70000']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    "error: option '--port <number>' argument '70000' is invalid. Give a number from 0 to 65535; 0 picks a free one.",
  );
});

test('a port that is taken is named', async () => {
  const { url } = await serve().then(content);
  const other = mkdtempSync(join(tmpdir(), 'testpoint-serve-'));
  ends.push(async () => rmSync(other, { recursive: true, force: true }));
  const end = await inProcess(['serve', '--no-open', '--port', new URL(url).port], {}, other);
  expect(end.code).toBe(1);
  expect(end.stderr).toMatch(/another server of Testpoint is using the port, .* Stop it with Ctrl\+C in its terminal/);
});

test('without the server’s package, it says what to install', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'testpoint-serve-'));
  ends.push(async () => rmSync(bare, { recursive: true, force: true }));
  const hide = `data:text/javascript,import { Module } from 'node:module'; const { _resolveFilename: find } = Module;
    Module._resolveFilename = function (name, ...rest) {
      if (name === '@testpoint/reference-server') throw new Error('not installed');
      return find.call(this, name, ...rest);
    };`;
  const end = await ended(startIn(bare, process.execPath, ['--import', hide, BIN, 'serve'], {}));
  expect(end).toMatchObject({
    code: 1,
    stderr: 'serve needs the package @testpoint/reference-server: npm install --save-dev @testpoint/reference-server\n',
  });
});
