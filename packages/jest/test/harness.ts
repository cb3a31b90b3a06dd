import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '@testpoint/interface';
import { startServer } from '@testpoint/reference-server';
import type { Config } from 'jest';
import { afterAll, beforeAll } from 'vitest';

/** A result as the service holds it. */
export interface Held {
  autoTestExternalId: string;
  outcome: string;
  body: Result;
}

export interface JestReport {
  success: boolean;
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
  /** Of `jest --json`; undefined when the process did not come to write it. */
  report: JestReport | undefined;
}

const here = createRequire(import.meta.url);
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));
const ownPackage = fileURLToPath(new URL('..', import.meta.url));
const SECRET_KEY = 'a2V5LW9mLXRlc3Rz';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';
/** What a test runner around us leaves in the environment and Jest's own processes must not see. */
const FOREIGN =
  /^(VITEST|JEST|MOCHA|TEST_?|TINYPOOL|NODE_OPTIONS|NODE_ENV|TMS_|TESTPOINT|FORCE_COLOR|CI$|BUILD_|GITHUB_)/;

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

/** A copy of a fixture as a project of its own, and the run that its Jest reports into. */
export class Suite {
  runId: string = randomUUID();
  readonly folder: string;
  readonly #url: string;
  readonly #jest: string;
  #process: ChildProcess | undefined;

  /** @param jest the npm name under which the Jest to run is installed here */
  constructor(fixture: string, url: string, jest = 'jest') {
    this.folder = mkdtempSync(join(tmpdir(), 'testpoint-jest-'));
    this.#url = url;
    this.#jest = jest;
    cpSync(join(fixtures, fixture), this.folder, { recursive: true });
    link(this.folder, '@testpoint/jest', ownPackage);
    for (const name of ['jest-environment-jsdom', 'memfs']) link(this.folder, name, folderOf(name));
    link(this.folder, 'jest', folderOf(jest));
  }

  /**
   * @param config of Jest besides `reporters`
   * @param options of the reporter besides those that every suite has; false for none of ours
   */
  async run(config: Config = {}, { args = [], options = {}, env = {} }: RunOptions = {}): Promise<Finished> {
    const reporters = options === false ? [] : [['@testpoint/jest', { ...this.settings(), ...options }]];
    const all = { transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'], ...config };
    writeFileSync(
      join(this.folder, 'jest.config.json'),
      JSON.stringify({ reporters: ['default', ...reporters], ...all }),
    );
    return this.#run(['--config', 'jest.config.json', '--json', '--outputFile', 'report.json', ...args], env);
  }

  #run(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
    const report = join(this.folder, 'report.json');
    rmSync(report, { force: true });
    const child = spawn(process.execPath, [join(folderOf(this.#jest), 'bin/jest.js'), ...args], {
      cwd: this.folder,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve) => {
      child.on('close', (code, signal) => {
        const read = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
        resolve({ code, signal, stderr, report: read });
      });
    });
  }

  /** What runs from now on reports into a run of its own. */
  newRun(): void {
    this.runId = randomUUID();
  }

  /** As Jest names it. */
  get realFolder(): string {
    return realpathSync(this.folder);
  }

  /** Adds a file to the project, or changes it. */
  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  settings(): Record<string, unknown> {
    return { url: this.#url, secretKey: SECRET_KEY, configurationId: CONFIGURATION, testRunId: this.runId };
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Every result that arrived, in the order of arrival. */
  async held(): Promise<Held[]> {
    const response = await this.#get(`runs/${this.runId}/history`);
    return response.ok ? ((await response.json()) as Held[]) : [];
  }

  /** The only result of an external id. */
  async result(externalId: string): Promise<Result> {
    const found = (await this.held()).filter(({ autoTestExternalId }) => autoTestExternalId === externalId);
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} results of ${externalId}`);
    return found[0].body;
  }

  /** Outcome by external id; an id that came twice shows both. */
  async outcomes(): Promise<Record<string, string>> {
    const outcomes: Record<string, string> = {};
    for (const { autoTestExternalId: id, outcome } of await this.held()) {
      outcomes[id] = outcomes[id] === undefined ? outcome : `${outcomes[id]} and ${outcome}`;
    }
    return outcomes;
  }

  async attachment(id: string): Promise<string> {
    return (await this.#get(`attachments/${id}/content`)).text();
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #get(path: string): Promise<Response> {
    return fetch(`${this.#url}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET_KEY } });
  }
}

interface RunOptions {
  args?: string[];
  options?: Record<string, unknown> | false;
  env?: NodeJS.ProcessEnv;
}

function link(folder: string, name: string, target: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

function folderOf(name: string): string {
  return dirname(here.resolve(`${name}/package.json`));
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
}
