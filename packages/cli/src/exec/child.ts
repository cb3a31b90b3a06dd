import spawn from 'cross-spawn';
import { noInterpreter } from './messages.js';

/** How a command ended: with a code, by a signal, or before it began. */
export type ChildEnd = { code: number } | { signal: NodeJS.Signals } | { error: NodeJS.ErrnoException };

/** Signals to pass on to the command. */
const PASSED_ON: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command to its end, with our terminal. Passes on the signals that this process gets, and outlives the command.
 * @param onSignal called for each signal
 */
export function runChild(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  onSignal: (signal: NodeJS.Signals) => void,
): Promise<ChildEnd> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals) => {
      onSignal(signal);
      // Signals typed at a terminal (Ctrl+C) have already reached the command. A second one would mean "stop at once".
      const isTyped = signal === 'SIGINT' && process.stdin.isTTY === true;
      if (!isTyped && process.platform !== 'win32') child.kill(signal);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const end = (how: ChildEnd) => {
      for (const signal of PASSED_ON) process.off(signal, passOn);
      resolve(how);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      // The command is there. What is missing is the program that runs it.
      if (error.code !== 'ENOENT') end({ error });
      else end({ error: new Error(noInterpreter(file)) });
    });
    child.once('exit', (code, signal) => end(signal === null ? { code: code ?? 1 } : { signal }));
  });
}
