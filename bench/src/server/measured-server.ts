import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from '@testpoint/reference-server';
import type { Asked, Said } from './server-process.js';

const PROGRAM = fileURLToPath(new URL('./server-process.js', import.meta.url));

/** A reference server in its own process, with its cost. */
export class MeasuredServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  /** `profiles`: the folder for its CPU profile, written when it ends. */
  static async start(options: ServerOptions, profiles?: string): Promise<MeasuredServer> {
    const execArgv = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
    const server = fork(PROGRAM, { execArgv });
    const said = await ask(server, { start: { port: 0, ...options } });
    if (!('url' in said)) throw new Error('The server did not say where it listens.');
    return new MeasuredServer(server, said.url);
  }

  /** User and system time of the whole process so far, microseconds. */
  async cpu(): Promise<number> {
    const said = await ask(this.#process, 'cpu');
    if (!('cpu' in said)) throw new Error('The server did not say what it cost.');
    return said.cpu;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.send('close' satisfies Asked);
    await ended;
  }
}

async function ask(server: ChildProcess, asked: Asked): Promise<Said> {
  const ended = new AbortController();
  const fail = () => ended.abort(new Error('The server ended before it answered.'));
  server.once('exit', fail);
  try {
    const answered = once(server, 'message', { signal: ended.signal });
    server.send(asked);
    const [said]: Said[] = (await answered) as Said[];
    if (said === undefined) throw new Error('The server said nothing.');
    return said;
  } finally {
    server.off('exit', fail);
  }
}
