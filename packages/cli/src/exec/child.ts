import spawn from 'cross-spawn';
import { invocation, workingFolder } from '../invocation.js';
import { noInterpreter } from './messages.js';

/** How a command ended: with a code, by a signal, or before it began. */
export type ChildEnd = { code: number } | { signal: NodeJS.Signals } | { error: NodeJS.ErrnoException };

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
  const { stdin, stdio, stdout, stderr, onSignal: listen } = invocation();
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: workingFolder(), env, stdio });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => stdout.write(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.write(text));
    const stopListening = listen((signal) => {
      onSignal(signal);
      // Signals typed at a terminal (Ctrl+C) have already reached the command. A second one would mean "stop at once".
      const isTyped = signal === 'SIGINT' && stdin.isTTY === true;
      if (!isTyped && process.platform !== 'win32') child.kill(signal);
    });
    const end = (how: ChildEnd) => {
      stopListening();
      resolve(how);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      // The command is there. What is missing is the program that runs it.
      if (error.code !== 'ENOENT') end({ error });
      else end({ error: new Error(noInterpreter(file)) });
    });
    child.once('close', (code, signal) => end(signal === null ? { code: code ?? 1 } : { signal }));
  });
}
