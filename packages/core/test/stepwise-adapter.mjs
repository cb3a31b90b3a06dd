// A suite in its own process that executes commands from standard input: `record 10`, `attempt`, `kill-thread`, `end`, `close`.
import { once } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { createInterface } from 'node:readline';

const threads = createRequire(import.meta.url)('node:worker_threads');
let thread;
let started;
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    thread = this;
    // Its only message on this channel.
    started = once(this, 'message');
  }
};
syncBuiltinESMExports();
const { openSession } = await import('@testpoint/core/adapter');

const { idRoot, options } = JSON.parse(process.argv[2]);
const session = openSession({ framework: { name: 'scripted' }, frameworkVersion: '1', idRoot, options });
let recorded = 0;
let provisional;

function recordOf(number, status, count = 1) {
  const at = Date.now();
  const attempt = {
    status,
    startedAt: at,
    endedAt: at + 5,
    errors: [],
    setup: [],
    body: [],
    teardown: [],
    attachments: [],
  };
  const attempts = Array.from({ length: count }, () => attempt);
  return { file: 'suite.test.ts', titlePath: ['suite', `test ${number}`], status, attempts };
}

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const [command, count] = line.split(' ');
  if (command === 'record')
    for (let number = 0; number < Number(count); number++) {
      session.record(recordOf(recorded++, 'passed'), provisional);
      provisional = undefined;
    }
  // An attempt of the test that is recorded next.
  if (command === 'attempt') provisional = session.provisional(recordOf(recorded, 'failed'), provisional);
  if (command === 'kill-thread') await thread.terminate();
  // The process lives on.
  if (command === 'end') session.close();
  if (command === 'close') {
    lines.close();
    process.stdin.destroy();
    session.close();
  }
  process.stdout.write(`${command} done\n`);
});
await started;
process.stdout.write('open done\n');
