import type { ChildProcess, Serializable } from 'node:child_process';

/** Sends a command to a child process. Resolves with its reply, or rejects if it ends before. */
export function ask<Command extends Serializable, Reply>(child: ChildProcess, command: Command): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The process ended before it answered.'));
    child.once('exit', fail);
    child.once('message', (reply) => {
      child.off('exit', fail);
      // The program of the child process declares its replies.
      resolve(reply as Reply);
    });
    child.send(command, (error) => {
      if (error !== null) reject(error);
    });
  });
}
