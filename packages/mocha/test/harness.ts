import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flush, resolveSettings } from '@testpoint/core';
import type { Result } from '@testpoint/interface';
import { startServer } from '@testpoint/reference-server';
import { afterAll, beforeAll, expect } from 'vitest';
import type { JsonReport } from './comparing.js';

/** A result as the service holds it. */
export interface Held {
  autoTestExternalId: string;
  outcome: string;
  receivedOn: string;
  body: Result;
}

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Of Mocha's JSON reporter; undefined when the process did not come to write it. */
  report: JsonReport | undefined;
}

/** How a run differs from the plain one: the bare reporter line, Mocha's JSON reporter printing, serial. */
export interface RunOptions {
  /** Package that Mocha is installed as. */
  mocha?: 'mocha' | 'mocha-10' | 'mocha-11';
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** `--reporter-option` values besides those that every run has. */
  options?: Record<string, string>;
  /** With the setup file. */
  setup?: boolean;
  /** Another reporter instead of ours, to compare with. */
  without?: string;
  /** Ours with no option at all. */
  bare?: boolean;
  /** These arguments and no others: a configuration file names the reporter. */
  plain?: string[];
}

const require = createRequire(import.meta.url);
const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const reporter = join(packageFolder, 'dist', 'index.cjs');
const fixtures = join(packageFolder, 'test', 'fixtures');
const SECRET_KEY = 'a2V5LW9mLXRlc3Rz';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';
/** What a test runner around us leaves in the environment and Mocha's own processes must not see. */
const FOREIGN =
  /^(VITEST|JEST|MOCHA|TEST_|TINYPOOL|NODE_OPTIONS|NODE_ENV|TMS_|TESTPOINT|FORCE_COLOR|CI$|BUILD_|GITHUB_)/;

/** A reference server for the tests of a file. */
export function useService(): { readonly url: string } {
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  beforeAll(async () => {
    server = await startServer({ port: 0, open: true });
  });
  afterAll(() => server?.close());
  return {
    get url() {
      return server?.url ?? '';
    },
  };
}

/** One Mocha process with our reporter, printing through Mocha's JSON reporter, and the run that it reports into. */
export class Suite {
  readonly runId: string = randomUUID();
  /** Working directory of the process: what ids are relative to. */
  readonly fixture: string;
  readonly folder = mkdtempSync(join(tmpdir(), 'testpoint-mocha-'));
  readonly #url: string;
  #process: ChildProcess | undefined;
  /** What the process has printed so far. */
  output = { stdout: '', stderr: '' };

  constructor(fixture: string, url: string) {
    this.fixture = resolve(fixtures, fixture);
    this.#url = url;
  }

  get outbox(): string {
    return join(this.folder, 'outbox');
  }

  /** @param files relative to the fixture */
  run(files: string[], options: RunOptions = {}): Promise<Finished> {
    const output = { stdout: '', stderr: '' };
    this.output = output;
    const json = join(this.folder, 'report.json');
    rmSync(json, { force: true });
    const child = spawn(process.execPath, [binOf(options.mocha), ...this.#argsOf(options, json), ...files], {
      cwd: this.fixture,
      env: { ...cleanEnvironment(), ...this.#environment(options), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    return new Promise((resolve) => {
      child.on('close', (code, signal) => {
        const report = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as JsonReport) : undefined;
        resolve({ code, signal, ...output, report });
      });
    });
  }

  /** `run`, and the same without us beside it: what can be seen from outside must be the same. */
  async runAsAlone(files: string[], options: RunOptions = {}): Promise<Finished> {
    const alone = new Suite(this.fixture, this.#url);
    const { setup: _, ...rest } = options;
    const [run, bare] = await Promise.all([this.run(files, options), alone.run(files, { ...rest, without: 'json' })]);
    alone.clean();
    expect(run).toMatchObject({ code: bare.code, signal: bare.signal, stdout: bare.stdout });
    return run;
  }

  /** Delivers what a dead process left behind. */
  async flush(): Promise<void> {
    const { outbox, fixture } = this;
    const env = { ...cleanEnvironment(), ...this.#environment({}) };
    const resolved = resolveSettings({ options: {}, idRoot: fixture, cwd: fixture, env });
    if (resolved.state !== 'on') throw new Error(`The settings are ${resolved.state}`);
    await flush({ directory: outbox, settings: resolved.settings });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Every result that arrived, in the order of arrival. */
  async held(): Promise<Held[]> {
    const response = await this.#get(`runs/${this.runId}/history`);
    return response.ok ? ((await response.json()) as Held[]) : [];
  }

  /** Results by external id. */
  async results(): Promise<Map<string, Result>> {
    const map = new Map<string, Result>();
    for (const { autoTestExternalId: id, body } of await this.held()) {
      if (map.has(id)) throw new Error(`Two results for ${id}`);
      map.set(id, body);
    }
    return map;
  }

  async content(attachment: string): Promise<string> {
    return (await this.#get(`attachments/${attachment}/content`)).text();
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #argsOf({ without, bare, plain, setup, options = {}, args = [] }: RunOptions, json: string): string[] {
    if (plain !== undefined) return plain;
    if (bare === true) return ['--reporter', reporter];
    if (without === 'json') return ['--reporter', 'json', '--reporter-option', `output=${json}`, ...args];
    if (without !== undefined) return ['--reporter', without, ...args];
    const given =
      options.console === undefined ? { console: 'json', 'consoleOptions.output': json, ...options } : options;
    return [
      ...['--reporter', reporter],
      ...(setup === true ? ['--require', join(packageFolder, 'dist', 'setup.cjs')] : []),
      ...Object.entries(given).flatMap(([key, value]) => ['--reporter-option', `${key}=${value}`]),
      ...args,
    ];
  }

  #environment({ without }: RunOptions): NodeJS.ProcessEnv {
    if (without !== undefined) return {};
    return {
      TMS_URL: this.#url,
      TMS_SECRET_KEY: SECRET_KEY,
      TMS_CONFIGURATION_ID: CONFIGURATION,
      TMS_TEST_RUN_ID: this.runId,
      TMS_OUTBOX_DIR: this.outbox,
    };
  }

  #get(path: string): Promise<Response> {
    return fetch(`${this.#url}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET_KEY } });
  }
}

/** Waits until a condition holds, looking every few milliseconds. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, patience = 50_000): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error('It did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function binOf(mocha = 'mocha'): string {
  return require.resolve(`${mocha}/bin/mocha.js`);
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}
