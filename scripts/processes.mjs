// How scripts, tests, the fault laboratory and the benchmarks start a process and collect what it prints.
import { spawn } from 'node:child_process';

export function start(program, args, options = {}) {
  return collect(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

export function run(program, args, options) {
  return start(program, args, options).ended;
}

export function collect(child) {
  const printed = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
      printed.output += text;
    });
  }
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }));
  });
  return { child, printed, ended };
}
