import type { Readable } from 'node:stream';
import { cleanEnvironment, type Ended as End, type Started, start } from '../../../../scripts/processes.mjs';
import { ANNOUNCEMENTS, type Announcement } from './announcement.js';

/** How to start a suite's process. */
export interface SuiteCommand {
  /** Arguments of Node. */
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Maximum size of a file, KiB, to simulate a full disk. Not on Windows. */
  diskLimit?: number;
  /** Whether the suite and its children are a separate process group, which `killAll` ends. Not on Windows. */
  hasOwnGroup?: true;
  /** Maximum number of open files and connections. Not on Windows. */
  descriptorLimit?: number;
}

export type Ended = Pick<End, 'code' | 'signal'>;

export function describeEnd({ code, signal }: Ended): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

/** A suite in its own process, which writes announcements to a separate descriptor. */
export class SuiteProcess {
  readonly announcements: Announcement[] = [];
  readonly #started: Started;
  readonly #onAnnouncement: (count: number) => void;
  #rest = '';

  /** @param onAnnouncement called at each announcement, with the number of announcements so far */
  constructor(command: SuiteCommand, onAnnouncement: (count: number) => void) {
    const { args, cwd, env, diskLimit, descriptorLimit, hasOwnGroup } = command;
    this.#onAnnouncement = onAnnouncement;
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
    stdio[ANNOUNCEMENTS] = 'pipe';
    const limits = [
      diskLimit === undefined ? '' : `ulimit -f ${diskLimit};`,
      descriptorLimit === undefined ? '' : `ulimit -n ${descriptorLimit};`,
    ].join('');
    const limited = ['-c', `${limits} exec "$0" "$@"`, process.execPath, ...args];
    const [program, parameters] = limits === '' ? [process.execPath, args] : ['bash', limited];
    const environment = { ...cleanEnvironment(), ...env };
    this.#started = start(program, parameters, { cwd, env: environment, stdio, detached: hasOwnGroup === true });
    const announcements = this.#started.child.stdio[ANNOUNCEMENTS] as Readable;
    announcements.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
  }

  get ended(): Promise<Ended> {
    return this.#started.ended;
  }

  /** Its output, both streams. */
  get output(): string {
    return this.#started.printed.output;
  }

  get pid(): number | undefined {
    return this.#started.child.pid;
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.#started.child;
    return exitCode !== null || signalCode !== null;
  }

  kill(signal: NodeJS.Signals): void {
    this.#started.child.kill(signal);
  }

  /** Includes processes that outlive the suite. */
  killAll(): void {
    try {
      if (this.pid !== undefined) process.kill(-this.pid, 'SIGKILL');
    } catch {
      // No process is left.
    }
  }

  #hear(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.announcements.push(JSON.parse(line) as Announcement);
      this.#onAnnouncement(this.announcements.length);
    }
  }
}
