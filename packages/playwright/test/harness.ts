import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport } from '@playwright/test/reporter';
import { type FlushReport, flush, resolveSettings } from '@testpoint/core';
import type { Result, StepResult } from '@testpoint/interface';
import { startServer } from '@testpoint/reference-server';
import { afterAll, beforeAll } from 'vitest';

/** What a test that starts Playwright may take on a busy machine, milliseconds. */
export const PATIENCE = 300_000;

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
  /** Of Playwright's JSON reporter; undefined when the process did not come to write it. */
  report: JSONReport | undefined;
}

/** Where Playwright and the fixtures are: here, or a copy of this folder in a project with another version. */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = process.env.TESTPOINT_PLAYWRIGHT_ROOT ?? here;
/** By path: Playwright can't resolve a package's name from inside of the package. */
const ourselves = root === here ? { TESTPOINT_REPORTER: join(here, '../dist/index.cjs') } : {};
const cli = createRequire(join(root, 'package.json')).resolve('@playwright/test/cli');
const fixtures = join(root, 'fixtures');
export const SECRET_KEY = 'a2V5LW9mLXRlc3Rz';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';
/** What a test runner around us leaves in the environment and Playwright's own processes must not see. */
const FOREIGN =
  /^(VITEST|JEST|MOCHA|TEST_|TINYPOOL|NODE_OPTIONS|NODE_ENV|PW|PLAYWRIGHT|TMS_|TESTPOINT|FORCE_COLOR|CI$|BUILD_|GITHUB_)/;

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

/** One Playwright process with our reporter, beside Playwright's JSON reporter, and the run that it reports into. */
export class Suite {
  readonly runId: string = randomUUID();
  readonly folder: string;
  readonly config: string;
  readonly #url: string;
  #process: ChildProcess | undefined;

  /** @param fixture folder under `fixtures`, or absolute; a config file of another name may follow */
  constructor(fixture: string, url: string, config = 'playwright.config.ts') {
    this.folder = mkdtempSync(join(tmpdir(), 'testpoint-playwright-'));
    this.config = join(fixture.startsWith('/') ? fixture : join(fixtures, fixture), config);
    this.#url = url;
  }

  get outbox(): string {
    return join(this.folder, 'outbox');
  }

  /** @param options of the reporter besides those that every suite has; false for none of ours */
  run(
    options: Record<string, unknown> | false = {},
    args: string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<Finished> {
    const reporting = options !== false && {
      TESTPOINT_OPTIONS: JSON.stringify({ ...this.settings(), ...options }),
    };
    return this.#playwright(['test', '--config', this.config, ...args], { ...reporting, ...env });
  }

  /** Playwright's merge-reports, with our reporter in the config. @param blobs folder with one folder per shard */
  async merge(blobs: string, options: Record<string, unknown>): Promise<Finished> {
    const all = join(this.folder, 'all-blobs');
    mkdirSync(all, { recursive: true });
    for (const shard of readdirSync(blobs)) cpSync(join(blobs, shard), all, { recursive: true });
    const env = { TESTPOINT_OPTIONS: JSON.stringify({ ...this.settings(), ...options }) };
    return this.#playwright(['merge-reports', '--config', this.config, all], env);
  }

  #playwright(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
    const json = join(this.folder, 'report.json');
    rmSync(json, { force: true });
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...cleanEnvironment(), JSON_REPORT: json, OUTPUT_DIR: join(this.folder, 'output'), ...ourselves, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    return new Promise((resolve) => {
      child.on('close', (code, signal) => {
        const report = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as JSONReport) : undefined;
        resolve({ code, signal, ...output, report });
      });
    });
  }

  settings(): Record<string, unknown> {
    const { runId: testRunId, outbox: outboxDir } = this;
    return { url: this.#url, secretKey: SECRET_KEY, configurationId: CONFIGURATION, testRunId, outboxDir };
  }

  /** Delivers what was left in the outbox. @param url of another service */
  async flush(url = this.#url, others: Record<string, unknown> = {}): Promise<FlushReport> {
    const options = { ...this.settings(), url, ...others };
    const resolved = resolveSettings({ options, idRoot: this.folder, cwd: this.folder, env: {} });
    if (resolved.state !== 'on') throw new Error(`The settings are ${resolved.state}`);
    return flush({ directory: this.outbox, settings: resolved.settings });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Every result, in the order of arrival. What a run on a busy machine had no time to deliver is delivered first. */
  async arrived(): Promise<Held[]> {
    if (existsSync(this.outbox)) await this.flush();
    return this.held();
  }

  /** Every result that has arrived so far, in the order of arrival. @param url of another service */
  async held(url = this.#url): Promise<Held[]> {
    const response = await this.#get(`runs/${this.runId}/history`, url);
    return response.ok ? ((await response.json()) as Held[]) : [];
  }

  async attachment(id: string): Promise<{ name: string; contentType: string; content: Buffer }> {
    const details = (await (await this.#get(`attachments/${id}`)).json()) as {
      name: string;
      contentType: string;
    };
    const content = await this.#get(`attachments/${id}/content`);
    return { ...details, content: Buffer.from(await content.arrayBuffer()) };
  }

  #get(path: string, url = this.#url): Promise<Response> {
    return fetch(`${url}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET_KEY } });
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}

/** Results by external id; more than one for an id is a mistake of ours. */
export function byId(results: readonly Held[]): Map<string, Result> {
  const map = new Map<string, Result>();
  for (const { autoTestExternalId: id, body } of results) {
    if (map.has(id)) throw new Error(`Two results for ${id}`);
    map.set(id, body);
  }
  return map;
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

/** Titles of a tree, the inner ones in the order of their steps. */
export function outline(steps: readonly StepResult[] | undefined): unknown[] {
  return (steps ?? []).map(({ title = '', stepResults }) =>
    stepResults ? [todaysTitle(title), ...outline(stepResults)] : todaysTitle(title),
  );
}

/** Playwright titled fixtures and expects otherwise before 1.53. */
function todaysTitle(title: string): string {
  return title.replace(/^fixture: (.*)$/, 'Fixture "$1"').replace(/^expect\.(\w+)$/, 'Expect "$1"');
}
