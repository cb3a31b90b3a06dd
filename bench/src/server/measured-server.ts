import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from '@testpoint/reference-server';
import { ask } from '../ask.js';
import type { Command, Reply } from './server-process.js';

const PROGRAM = fileURLToPath(new URL('./server-process.js', import.meta.url));

/** A reference server in its own process, whose CPU time can be read. */
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
    const reply = await ask<Command, Reply>(server, { start: { port: 0, ...options } });
    if (!('url' in reply)) throw new Error('The server did not send its URL.');
    return new MeasuredServer(server, reply.url);
  }

  /** User and system time of the whole process so far, microseconds. */
  async cpu(): Promise<number> {
    const reply = await ask<Command, Reply>(this.#process, 'cpu');
    if (!('cpu' in reply)) throw new Error('The server did not send its CPU time.');
    return reply.cpu;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.send('close' satisfies Command);
    await ended;
  }
}
