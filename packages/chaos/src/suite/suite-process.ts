import type { Readable } from 'node:stream';
import { cleanEnvironment, type Ended as End, type Started, start } from '../../../../scripts/processes.mjs';
import { ANNOUNCEMENTS, type Announcement } from './announcement.js';

/** How to start a suite's process. */
export interface SuiteCommand {
  /** Arguments of Node. */
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Limits, as arguments of `ulimit`: `-f 4` simulates a full disk. Not on Windows. */
  limits?: string | undefined;
  /** Whether the suite and its children are a separate process group, which `killAll` ends. Not on Windows. */
  hasOwnGroup?: true;
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
  readonly #hasOwnGroup: boolean;
  #rest = '';

  /** @param onAnnouncement called at each announcement, with the number of announcements so far */
  constructor(
    { args, cwd, env, limits, hasOwnGroup }: SuiteCommand,
    onAnnouncement: (count: number) => void = () => {},
  ) {
    this.#onAnnouncement = onAnnouncement;
    this.#hasOwnGroup = hasOwnGroup === true;
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
    stdio[ANNOUNCEMENTS] = 'pipe';
    const [program, parameters] =
      limits === undefined
        ? [process.execPath, args]
        : ['bash', ['-c', `ulimit ${limits}; exec "$0" "$@"`, process.execPath, ...args]];
    const environment = { ...cleanEnvironment(), ...env };
    this.#started = start(program, parameters, { cwd, env: environment, stdio, detached: this.#hasOwnGroup });
    const announcements = this.#started.child.stdio[ANNOUNCEMENTS] as Readable;
    announcements.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
  }

  get ended(): Promise<Ended> {
    return this.#started.ended;
  }

  /** Resolves when it has ended. One that takes longer than this many milliseconds is killed: resolves with undefined. */
  async endedWithin(limit: number): Promise<Ended | undefined> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.killAll();
    }, limit);
    const ended = await this.ended;
    clearTimeout(timer);
    return isLate ? undefined : ended;
  }

  /** Its output, both streams. */
  get output(): string {
    return this.#started.printed.output;
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.#started.child;
    return exitCode !== null || signalCode !== null;
  }

  kill(signal: NodeJS.Signals): void {
    this.#started.child.kill(signal);
  }

  /** Kills it. If it has its own group, that includes processes that outlive the suite. */
  killAll(): void {
    const { pid } = this.#started.child;
    if (!this.#hasOwnGroup || pid === undefined) return this.kill('SIGKILL');
    try {
      process.kill(-pid, 'SIGKILL');
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
