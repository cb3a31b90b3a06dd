import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, StepResult } from '@testpoint/interface';
import { startServer } from '@testpoint/reference-server';
import { afterAll, beforeAll } from 'vitest';

/** A result as the service holds it. */
export interface Held {
  autoTestExternalId: string;
  outcome: string;
  receivedOn: string;
  body: Result;
}

/** What of Vitest's JSON report is compared. */
export interface Report {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[];
  }[];
}

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Of Vitest's JSON reporter; undefined when the process did not come to write it. */
  report: Report | undefined;
}

const cli = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));
const SECRET_KEY = 'a2V5LW9mLXRlc3Rz';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';
/** What the test runner around us leaves in the environment and the processes of the tests must not see. */
const FOREIGN =
  /^(VITEST|JEST|MOCHA|TEST$|TEST_|TINYPOOL|NODE_OPTIONS|NODE_ENV|NODE_V8|TMS_|TESTPOINT|FORCE_COLOR|CI$|BUILD_|GITHUB_)/;

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

/** One Vitest process with our reporter, beside Vitest's JSON reporter, and the run that it reports into. */
export class Suite {
  readonly runId: string = randomUUID();
  readonly folder: string;
  readonly root: string;
  readonly #url: string;
  #process: ChildProcess | undefined;

  /** @param fixture folder under `fixtures` */
  constructor(fixture: string, url: string) {
    this.folder = mkdtempSync(join(tmpdir(), 'testpoint-vitest-'));
    this.root = join(fixtures, fixture);
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
    const json = join(this.folder, 'report.json');
    rmSync(json, { force: true });
    const child = spawn(process.execPath, [cli, 'run', ...args], {
      cwd: this.root,
      env: { ...cleanEnvironment(), JSON_REPORT: json, ...reporting, ...env },
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
        const report = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as Report) : undefined;
        resolve({ code, signal, ...output, report });
      });
    });
  }

  settings(): Record<string, unknown> {
    const { runId: testRunId, outbox: outboxDir } = this;
    return { url: this.#url, secretKey: SECRET_KEY, configurationId: CONFIGURATION, testRunId, outboxDir };
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Every result that arrived, in the order of arrival. */
  async held(): Promise<Held[]> {
    const response = await this.#get(`runs/${this.runId}/history`);
    return response.ok ? ((await response.json()) as Held[]) : [];
  }

  /** Every result that arrived, by external id. */
  async results(): Promise<Map<string, Result>> {
    return byId(await this.held());
  }

  async attachment(id: string): Promise<{ name: string; contentType: string; content: string }> {
    const details = (await (await this.#get(`attachments/${id}`)).json()) as {
      name: string;
      contentType: string;
    };
    const content = await this.#get(`attachments/${id}/content`);
    return { ...details, content: await content.text() };
  }

  #get(path: string): Promise<Response> {
    return fetch(`${this.#url}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET_KEY } });
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}

/** Results by external id; more than one for an id is a mistake of ours. */
function byId(results: readonly Held[]): Map<string, Result> {
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
  return (steps ?? []).map(({ title, stepResults }) => (stepResults ? [title, ...outline(stepResults)] : title));
}
