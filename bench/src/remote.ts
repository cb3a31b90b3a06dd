import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';

/** Functions of a child process that its parent may call. Arguments and values are sent as JSON. */
type Functions = Record<string, (...args: never[]) => unknown>;

interface Call {
  name: string;
  args: never[];
}

/** In the child process: lets the parent call these functions. The process ends with its parent. */
export function offer(functions: Functions): void {
  process.on('message', async ({ name, args }: Call) => process.send?.({ value: await functions[name]?.(...args) }));
  process.once('disconnect', () => process.exit());
}

/** A child process whose functions can be called, one at a time. */
export class Remote<F extends Functions> implements AsyncDisposable {
  readonly #child: ChildProcess;

  constructor(program: string, args: readonly string[] = [], options: ForkOptions = {}) {
    this.#child = fork(program, args, options);
  }

  /** Resolves with what the function returns, or rejects if the process ends before. */
  call<N extends keyof F & string>(name: N, ...args: Parameters<F[N]>): Promise<Awaited<ReturnType<F[N]>>> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The process ended before it answered.'));
      child.once('exit', fail);
      child.once('message', (reply) => {
        child.off('exit', fail);
        // The type of the process's functions declares its replies.
        resolve((reply as { value: Awaited<ReturnType<F[N]>> }).value);
      });
      child.send({ name, args } satisfies Call, (error) => {
        if (error !== null) reject(error);
      });
    });
  }

  /** Ends it: `await using process = …`. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
