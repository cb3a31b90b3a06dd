import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { ask } from './ask.js';

let child: ChildProcess | undefined;
afterEach(() => child?.kill());

/** A process that does this with each message. */
function answering(program: string): ChildProcess {
  child = spawn(process.execPath, ['-e', `process.on('message', (command) => ${program})`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return child;
}

test('each command gets its reply', async () => {
  const process = answering('process.send({ got: command })');
  expect(await ask(process, 'one')).toEqual({ got: 'one' });
  expect(await ask(process, 'two')).toEqual({ got: 'two' });
  expect(process.listenerCount('exit')).toBe(0);
});

test('the error names a process that ends before it answers', async () => {
  await expect(ask(answering('process.exit(3)'), 'one')).rejects.toThrow('The process ended before it answered.');
});

test('no command is sent to a process that has ended', async () => {
  const process = answering('process.exit()');
  process.send('end');
  await once(process, 'exit');
  await expect(ask(process, 'one')).rejects.toThrow('closed');
});
