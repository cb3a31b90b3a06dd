import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { run } from '../../../scripts/processes.mjs';
import type { FlushOptions, FlushReport } from '../src/delivery/flush.js';
import { CONFIGURATION, KEY, RUN } from './journals.js';

const ADAPTER = fileURLToPath(new URL('./stepwise-adapter.mjs', import.meta.url));
const FLUSH = fileURLToPath(new URL('./flush-process.mjs', import.meta.url));

/** The content of a lock's file. */
export type LockText = Record<string, unknown> & { pid: number; beat: number };

/** A suite in its own process that executes commands step by step, and can be suspended in between. */
export class StepwiseSuite {
  readonly outbox: string;
  readonly #child: ChildProcess;
  #output = '';
  errorOutput = '';

  /** @param outbox default: a new folder */
  constructor(url: string, options: Record<string, unknown> = {}, outbox?: string) {
    const idRoot = mkdtempSync(join(tmpdir(), 'testpoint-stepwise-'));
    this.outbox = outbox ?? join(idRoot, '.testpoint');
    const defaults = { url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION, outboxDir: this.outbox };
    const argument = JSON.stringify({ idRoot, options: { ...defaults, batchSize: 5, ...options } });
    this.#child = spawn(process.execPath, [ADAPTER, argument], { env: { PATH: process.env.PATH } });
    this.#child.stdout?.on('data', (chunk) => {
      this.#output += chunk;
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.errorOutput += chunk;
    });
  }

  /** A suite that has recorded and delivered ten results. */
  static async withTenDelivered(url: string, options: Record<string, unknown> = {}): Promise<StepwiseSuite> {
    const suite = new StepwiseSuite(url, options);
    await suite.ready();
    await suite.do('record 10');
    await suite.delivered(10);
    return suite;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The session's folder. */
  get directory(): string {
    const [name = ''] = readdirSync(this.outbox).filter((one) => one.includes('-scripted-'));
    return join(this.outbox, name);
  }

  get lock(): LockText {
    return JSON.parse(readFileSync(join(this.directory, 'lock.1'), 'utf8'));
  }

  /** Rewrites the lock's file to look as if another machine, an earlier boot or a long silence had left it. */
  rewriteLock(changes: Record<string, unknown>, directory = this.directory): void {
    writeFileSync(join(directory, 'lock.1'), JSON.stringify({ ...this.lock, ...changes }));
  }

  /** Waits until the suite's delivery thread has started. */
  async ready(): Promise<void> {
    await this.#said('open done');
  }

  /** Waits until the suite shows a sign of life after this time, epoch milliseconds. */
  async beaten(since: number): Promise<void> {
    await vi.waitUntil(() => this.lock.beat > since, { timeout: 20_000 });
  }

  /** Waits until this many results are marked as sent, so that later events can't lose their answers. */
  async delivered(count: number): Promise<void> {
    const path = join(this.directory, 'progress.ndjson');
    const marked = () => {
      if (!existsSync(path)) return false;
      let sum = 0;
      for (const [, from, to] of readFileSync(path, 'utf8').matchAll(/\[(\d+),(\d+)\]/g))
        sum += Number(to) - Number(from) + 1;
      return sum === count;
    };
    await vi.waitUntil(marked, { timeout: 20_000 });
  }

  async do(step: string): Promise<void> {
    const [command] = step.split(' ');
    this.#output = '';
    this.#child.stdin?.write(`${step}\n`);
    await this.#said(`${command} done`);
  }

  async suspend(): Promise<void> {
    this.#child.kill('SIGSTOP');
    await vi.waitUntil(() => this.#isStopped(), { timeout: 20_000 });
  }

  #isStopped(): boolean {
    if (process.platform === 'linux') return /\) T /.test(readFileSync(`/proc/${this.pid}/stat`, 'latin1'));
    return execFileSync('ps', ['-o', 'state=', '-p', String(this.pid)], { encoding: 'utf8' }).startsWith('T');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Resolves with the exit code. */
  async close(): Promise<number | null> {
    this.#child.stdin?.write('close\n');
    return this.ended();
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended();
  }

  async ended(): Promise<number | null> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) await once(this.#child, 'close');
    return this.#child.exitCode;
  }

  async #said(text: string): Promise<void> {
    await vi.waitUntil(() => this.#output.includes(text), { timeout: 20_000 });
  }
}

/** Flushes in a separate process. @param wrapper a command that starts it */
export async function flushInProcess(order: FlushOptions, wrapper: readonly string[] = []): Promise<FlushReport> {
  const [program = '', ...args] = [...wrapper, process.execPath, FLUSH, JSON.stringify(order)];
  const { code, stdout, stderr } = await run(program, args);
  if (code !== 0) throw new Error(`The flush ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
