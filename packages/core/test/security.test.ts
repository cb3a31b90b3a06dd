import { lstatSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSingle } from '@testpoint/report';
import { describe, expect, it } from 'vitest';
import { run as runProgram } from '../../../scripts/processes.mjs';
import { OPTION_KEYS } from '../src/settings/option-table.js';
import { CONFIGURATION, deliverySettings, KEY, RUN } from './journals.js';
import { listen } from './loopback.js';
import { useStrictService } from './use-strict-service.js';

const ADAPTER = fileURLToPath(new URL('./secretive-adapter.mjs', import.meta.url));
const FLUSH = fileURLToPath(new URL('./flush-process.mjs', import.meta.url));
const CERTIFICATE = new URL('./fixtures/certificate/', import.meta.url);
const PASSWORD = 'hunter22';
const TOKEN = 'tok"31&337';
/** What the suite and the service print: the token as HTML writes it. */
const SECRETS = [KEY, PASSWORD, 'tok&quot;31&#38;337'];

const IN_HTML = KEY.replaceAll('=', '&#x3D;');

const start = useStrictService();

interface Ran {
  idRoot: string;
  outbox: string;
  output: string;
  errorOutput: string;
  code: number | null;
}

/** The key is in a config file, so that the environment contains only what the test puts there. */
async function run(
  url: string,
  options: object = {},
  env: Record<string, string> = {},
  inTitles = false,
): Promise<Ran> {
  const idRoot = mkdtempSync(join(tmpdir(), 'testpoint-secrets-'));
  const config = { url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
  writeFileSync(join(idRoot, 'testpoint.config.json'), JSON.stringify(config));
  const argument = { idRoot, options, secrets: SECRETS, inTitles };
  const { code, stdout, stderr } = await runProgram(
    process.execPath,
    [ADAPTER, Buffer.from(JSON.stringify(argument)).toString('base64')],
    {
      env: { PATH: process.env.PATH, ...env },
    },
  );
  return { idRoot, outbox: join(idRoot, '.testpoint'), output: stdout, errorOutput: stderr, code };
}

/** Every file and folder in a folder, with relative paths and contents. */
function* filesIn(folder: string, prefix = ''): Generator<{ name: string; mode: number; content: string }> {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const name = join(prefix, entry.name);
    const mode = lstatSync(join(folder, name)).mode & 0o777;
    if (entry.isDirectory()) {
      yield { name, mode, content: '' };
      yield* filesIn(folder, name);
    } else yield { name, mode, content: readFileSync(join(folder, name), 'utf8') };
  }
}

const isAttachment = ({ name }: { name: string }) => /attachments[/\\]/.test(name);

describe('secrets', () => {
  it('reach neither the service nor its attachments, in any text', async () => {
    const tms = await start();
    const { errorOutput, code } = await run(tms.url, { redact: [PASSWORD, TOKEN] });
    expect(code).toBe(0);
    expect(tms.violations).toEqual([]);
    const { body } = tms.results[0] ?? {};
    const received = JSON.stringify(tms.results);
    for (const secret of SECRETS) expect(received).not.toContain(secret);
    expect(body).toMatchObject({
      message: expect.stringContaining('message: *** and *** and ***.'),
      traces: expect.stringContaining('stack: *** and *** and ***.'),
      parameters: { parameter: 'parameter: *** and *** and ***.' },
      properties: { property: 'property: *** and *** and ***.' },
    });
    const attachments = [...tms.attachments.values()].map(({ name, content }) => `${name} ${content}`);
    expect(attachments.length).toBe(3);
    for (const attachment of attachments) {
      expect(attachment).toContain('***');
      for (const secret of SECRETS) expect(attachment).not.toContain(secret);
    }
    for (const secret of SECRETS) expect(errorOutput).not.toContain(secret);
  });

  it('are not in the outbox, except in attached files, which are masked when they are sent', async () => {
    const { outbox } = await run('http://127.0.0.1:9', { redact: [PASSWORD, TOKEN] });
    const files = [...filesIn(outbox)].filter((file) => !isAttachment(file));
    expect(files.map(({ name }) => name).join()).toMatch(/journal\.ndjson.*|progress\.ndjson/);
    const catalog = files.find(({ name }) => name === 'catalog.ndjson')?.content ?? '';
    expect(catalog).toContain('"externalId":"KEEPS-1","titlePath":["describe: ***');
    for (const { content } of files) {
      for (const secret of SECRETS) expect(content).not.toContain(secret);
    }
  });

  it('are nowhere in a report, neither in a folder nor in a single file', async () => {
    const tms = await start();
    const { idRoot } = await run(tms.url, { redact: [PASSWORD, TOKEN], report: true }, {}, true);
    const report = join(idRoot, 'testpoint-report');
    const single = join(idRoot, 'single.html');
    writeSingle(report, single);
    const shown = [...filesIn(report)];
    expect(shown.filter(isAttachment).length).toBeGreaterThan(3);
    for (const { name, content } of [...shown, { name: single, content: readFileSync(single, 'utf8') }]) {
      for (const secret of SECRETS) expect(`${name} ${content}`).not.toContain(secret);
    }
    expect(readFileSync(single, 'utf8')).toContain('title: *** and *** and ***.');
  });

  it('that a service repeats in a refusal are not printed', async () => {
    const tms = await start({
      intercept: (request, response) => {
        request.resume();
        if (!request.url?.includes('testResults')) return false;
        const others = `${IN_HTML} ${encodeURIComponent(KEY)}`;
        response
          .writeHead(400)
          .end(JSON.stringify({ message: `you sent ${others} ${JSON.stringify(request.headers)}` }));
        return true;
      },
    });
    const { errorOutput } = await run(tms.url);
    expect(errorOutput).toContain('you sent');
    for (const key of [KEY, IN_HTML, encodeURIComponent(KEY)]) expect(errorOutput).not.toContain(key);
  });

  it("are in no process's arguments or environment that the user has not put them in", async () => {
    const tms = await start();
    const { output } = await run(tms.url);
    const { child, own } = JSON.parse(output) as { child: string; own: object };
    expect(child).toContain('PATH');
    expect(child).not.toContain(KEY);
    expect(JSON.stringify(own)).not.toContain(KEY);
  });
});

describe.skipIf(process.platform === 'win32')('the outbox', () => {
  it('belongs to the user: no one else can read its files and folders', async () => {
    const { outbox } = await run('http://127.0.0.1:9');
    expect(lstatSync(outbox).mode & 0o077).toBe(0);
    const files = [...filesIn(outbox)];
    expect(files.filter(isAttachment).length).toBeGreaterThan(3);
    expect(files.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  });
});

describe('TLS', () => {
  it('has no option that switches its verification off', async () => {
    expect(OPTION_KEYS.filter((key) => /tls|ssl|cert|reject|secure|verif|trust/i.test(key))).toEqual([]);
    const { errorOutput } = await run('https://127.0.0.1:9', { rejectUnauthorized: false, insecure: false });
    for (const option of ['rejectUnauthorized', 'insecure']) {
      expect(errorOutput).toMatch(new RegExp(`${option}.*there is no such option`));
    }
  });

  it('is verified by suite and flush, whatever NODE_TLS_REJECT_UNAUTHORIZED says, and debug output lacks the key', async () => {
    const file = (name: string) => readFileSync(new URL(`${name}.pem`, CERTIFICATE));
    let requests = 0;
    const server = createServer({ key: file('key'), cert: file('certificate') }, (_request, response) => {
      requests++;
      response.end('[]');
    });
    const { port, close } = await listen(server, () => server.closeAllConnections());
    const url = `https://127.0.0.1:${port}`;
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_DEBUG: 'http,https,net,tls' };
    const { errorOutput, outbox } = await run(url, {}, env);
    const argument = JSON.stringify({ directory: outbox, settings: deliverySettings(url) });
    const flushed = await runProgram(process.execPath, [FLUSH, argument], { env: { PATH: process.env.PATH, ...env } });
    await close();
    for (const output of [errorOutput, flushed.stdout]) {
      expect(output).toMatch(
        /The service's certificate is not trusted here \(\w+\): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it\./,
      );
    }
    expect(errorOutput + flushed.stderr).not.toContain(KEY);
    expect(requests).toBe(0);
  });
});
