import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FlushReport, flush, resolveSettings } from '@testpoint/core';
import type { Result } from '@testpoint/interface';
import { cleanEnvironment } from '../processes.js';
import { byId, type Held } from './held-results.js';

export const SECRET_KEY = 'a2V5LW9mLXRlc3Rz';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';

/** How a framework's process ended. */
export interface Finished<Report> {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Of the framework's own JSON reporter; undefined when the process did not come to write it. */
  report: Report | undefined;
}

/** What every suite tells its reporter. */
interface Settings {
  url: string;
  secretKey: string;
  configurationId: string;
  testRunId: string;
  outboxDir: string;
}

/** A framework's processes with our reporter, and the run that they report into. Each framework adds how it is started. */
export abstract class FrameworkSuite<Report> {
  runId: string = randomUUID();
  /** Of this suite alone: for what its processes write. */
  readonly folder: string;
  readonly url: string;
  /** What the latest process has printed so far. */
  output = { stdout: '', stderr: '' };
  #process: ChildProcess | undefined;

  /** @param url of the service */
  constructor(framework: string, url: string) {
    this.folder = mkdtempSync(join(tmpdir(), `testpoint-${framework}-`));
    this.url = url;
  }

  get outbox(): string {
    return join(this.folder, 'outbox');
  }

  /** Where the framework's own JSON reporter is to write. */
  get json(): string {
    return join(this.folder, 'report.json');
  }

  /** What the reporter has to know. */
  settings(): Settings {
    const { runId: testRunId, outbox: outboxDir, url } = this;
    return { url, secretKey: SECRET_KEY, configurationId: CONFIGURATION, testRunId, outboxDir };
  }

  /** What runs from now on reports into a run of its own. */
  newRun(): void {
    this.runId = randomUUID();
  }

  /** Runs `node`, without what the test runner around us has put into the environment. */
  protected start(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Finished<Report>> {
    rmSync(this.json, { force: true });
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const output = { stdout: '', stderr: '' };
    this.output = output;
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    return new Promise((resolve) => {
      child.on('close', (code, signal) => {
        const report = existsSync(this.json) ? (JSON.parse(readFileSync(this.json, 'utf8')) as Report) : undefined;
        resolve({ code, signal, ...output, report });
      });
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Delivers what was left in the outbox. */
  async flush(others: Record<string, unknown> = {}): Promise<FlushReport> {
    const options = { ...this.settings(), ...others };
    const resolved = resolveSettings({ options, idRoot: this.folder, cwd: this.folder, env: {} });
    if (resolved.state !== 'on') throw new Error(`The settings are ${resolved.state}`);
    return flush({ directory: this.outbox, settings: resolved.settings });
  }

  /** Every result that has arrived so far, in the order of arrival. @param url of another service */
  async held(url: string = this.url): Promise<Held[]> {
    const response = await this.#inspect(`runs/${this.runId}/history`, url);
    return response.ok ? ((await response.json()) as Held[]) : [];
  }

  /** The same. What a run on a busy machine had no time to deliver is delivered first. */
  async arrived(): Promise<Held[]> {
    if (existsSync(this.outbox)) await this.flush();
    return this.held();
  }

  /** Every result that arrived, by external id. */
  async results(): Promise<Map<string, Result>> {
    return byId(await this.held());
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

  async attachment(id: string): Promise<{ name: string; contentType: string; content: string }> {
    const response = await this.#inspect(`attachments/${id}`);
    const details = (await response.json()) as { name: string; contentType: string };
    return { ...details, content: (await this.bytes(id)).toString() };
  }

  /** An attachment's content. */
  async bytes(id: string): Promise<Buffer> {
    const response = await this.#inspect(`attachments/${id}/content`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** The same of a text. */
  async text(id: string): Promise<string> {
    return (await this.bytes(id)).toString();
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #inspect(path: string, url = this.url): Promise<Response> {
    return fetch(`${url}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET_KEY } });
  }
}
