import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FlushReport, flush, resolveSettings } from '@testpoint/core/cli';
import type { Result } from '@testpoint/interface';
import { type Attachment, attachmentIn, type Held, resultsIn } from '../../../../scripts/inspection.mjs';
import { cleanEnvironment, type Ended, type Printed, type Started, start } from '../../../../scripts/processes.mjs';
import { byId } from './held-results.js';

export const SECRET_KEY = 'a2V5LW9mLXRlc3Rz';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';

/** How a framework's process ended. */
export interface Finished<Report> extends Ended {
  /** The report of the framework's own JSON reporter; undefined if the process did not write it. */
  report: Report | undefined;
}

/** A framework's processes with our reporter, and the run that they report into. Each subclass knows how to start its framework. */
export abstract class FrameworkSuite<Report> {
  runId: string = randomUUID();
  /** A folder for files that this suite's processes write. */
  readonly folder: string;
  readonly url: string;
  #latest: Started | undefined;

  /** @param url of the service */
  constructor(framework: string, url: string) {
    this.folder = mkdtempSync(join(tmpdir(), `testpoint-${framework}-`));
    this.url = url;
  }

  get outbox(): string {
    return join(this.folder, 'outbox');
  }

  /** Path for the report of the framework's own JSON reporter. */
  get json(): string {
    return join(this.folder, 'report.json');
  }

  /** The settings that every suite gives its reporter. */
  settings() {
    const { runId: testRunId, outbox: outboxDir, url } = this;
    return { url, secretKey: SECRET_KEY, configurationId: CONFIGURATION, testRunId, outboxDir };
  }

  /** The same as variables. */
  environment(): Record<string, string> {
    return {
      ...{ TMS_URL: this.url, TMS_SECRET_KEY: SECRET_KEY, TMS_CONFIGURATION_ID: CONFIGURATION },
      ...{ TMS_TEST_RUN_ID: this.runId, TMS_OUTBOX_DIR: this.outbox },
    };
  }

  /** Creates a new run for everything that runs from now on. */
  newRun(): void {
    this.runId = randomUUID();
  }

  /** Runs `node` without the environment variables of the test runner around us. */
  protected async start(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Finished<Report>> {
    rmSync(this.json, { force: true });
    this.#latest = start(process.execPath, args, { cwd, env: { ...cleanEnvironment(), ...env } });
    const ended = await this.#latest.ended;
    return { ...ended, report: existsSync(this.json) ? JSON.parse(readFileSync(this.json, 'utf8')) : undefined };
  }

  /** Output of the latest process so far. */
  get output(): Printed {
    return this.#latest?.printed ?? { stdout: '', stderr: '', output: '' };
  }

  kill(signal: NodeJS.Signals): void {
    this.#latest?.child.kill(signal);
  }

  /** Delivers the results that are left in the outbox. */
  async flush(others: Record<string, unknown> & { outboxDir?: string } = {}): Promise<FlushReport> {
    const options = { ...this.settings(), ...others };
    const resolved = resolveSettings({ options, idRoot: this.folder, cwd: this.folder, env: {} });
    if (resolved.state !== 'on') throw new Error(`The settings are ${resolved.state}`);
    return flush({ directory: options.outboxDir, settings: resolved.settings });
  }

  /** Every result so far, in order of arrival. @param url of another service */
  held(url: string = this.url): Promise<Held[]> {
    return resultsIn({ url, secretKey: SECRET_KEY }, this.runId);
  }

  /** The same, after delivering what a run had no time to deliver because the machine was busy. */
  async arrived(): Promise<Held[]> {
    if (existsSync(this.outbox)) await this.flush();
    return this.held();
  }

  /** Every result that arrived, by external id. */
  async results(): Promise<Map<string, Result>> {
    return byId(await this.held());
  }

  /** The only result with an external id. */
  async result(externalId: string): Promise<Result> {
    const found = (await this.held()).filter(({ autoTestExternalId }) => autoTestExternalId === externalId);
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} results of ${externalId}`);
    return found[0].body;
  }

  /** Outcome by external id. An id that arrived twice shows both. */
  async outcomes(): Promise<Record<string, string>> {
    const outcomes: Record<string, string> = {};
    for (const { autoTestExternalId: id, outcome } of await this.held()) {
      outcomes[id] = outcomes[id] === undefined ? outcome : `${outcomes[id]} and ${outcome}`;
    }
    return outcomes;
  }

  async attachment(id: string): Promise<{ name: string; contentType: string; content: string }> {
    const { content, ...details } = await this.#attachment(id);
    return { ...details, content: content.toString() };
  }

  /** An attachment's content. */
  async bytes(id: string): Promise<Buffer> {
    return (await this.#attachment(id)).content;
  }

  /** An attachment's content as text. */
  async text(id: string): Promise<string> {
    return (await this.bytes(id)).toString();
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #attachment(id: string): Promise<Attachment> {
    return attachmentIn({ url: this.url, secretKey: SECRET_KEY }, id);
  }
}
