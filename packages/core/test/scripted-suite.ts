import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collect } from '../../../scripts/processes.mjs';
import { CONFIGURATION, KEY, RUN } from './journals.js';

const ADAPTER = fileURLToPath(new URL('./scripted-adapter.mjs', import.meta.url));

type Closing = 'close and listen' | 'close and live on' | 'close two';

/** The actions of a suite. */
interface Script {
  tests: number;
  ending: 'close' | 'interrupt' | 'exit' | 'exit while closing' | Closing | 'pause' | 'close when told';
  options?: Record<string, unknown>;
  /** Whether each test has one; or one whose file does not exist. */
  attachments?: boolean | 'missing';
  /** The cleanup of the first test deletes the outbox, or that of a later test once something is delivered. */
  removesOutbox?: 'at once' | 'in the middle';
  /** The first test uses up all descriptors, or a later test once something is delivered. */
  takesDescriptors?: 'at once' | 'in the middle';
  /**
   * An early test closes every file of the session, and its own files get the numbers. It may also delete the outbox, perhaps
   * once something is delivered.
   */
  closes?: 'files' | 'files, and removes them' | 'delivered files, and removes them';
  shard?: { current: number; total: number };
}

/** A suite in its own process that reports like a framework package. */
export class Suite {
  readonly idRoot = mkdtempSync(join(tmpdir(), 'testpoint-session-'));
  readonly outbox = join(this.idRoot, '.testpoint');

  /**
   * @param limits options of `ulimit` with their values: with `-f 8`, files are limited to 8 KiB; with `-n 64`, there are 64
   * descriptors
   */
  spawn(url: string, { options, ...script }: Script, env: Record<string, string> = {}, limits?: string): ChildProcess {
    const defaults = { url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
    const argument = JSON.stringify({ idRoot: this.idRoot, options: { ...defaults, ...options }, ...script });
    const command = [process.execPath, ADAPTER, argument];
    const limit = ['bash', '-c', `ulimit ${limits}; exec "$@"`, 'limited'];
    const [program = '', ...args] = limits === undefined ? command : [...limit, ...command];
    return spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async run(
    url: string,
    script: Script,
    env?: Record<string, string>,
    limits?: string,
  ): Promise<{ code: number | null; errorOutput: string; output: string }> {
    const { code, stdout, stderr } = await collect(this.spawn(url, script, env, limits)).ended;
    return { code, errorOutput: stderr, output: stdout };
  }

  sessions(): string[] {
    if (!existsSync(this.outbox)) return [];
    return readdirSync(this.outbox).filter((name) => statSync(join(this.outbox, name)).isDirectory());
  }
}

/** External ids of a suite's tests, sorted. */
export function expected(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `suite.test.ts > suite > test ${number}`).sort();
}
