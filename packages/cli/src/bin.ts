#!/usr/bin/env node
import { main } from './program.js';

/** Signals that end a program. */
const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

await main({
  args: process.argv.slice(2),
  // A getter, because the folder may be deleted.
  get folder() {
    return process.cwd();
  },
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  startedAt: 0,
  stdio: 'inherit',
  get exitCode() {
    return Number(process.exitCode ?? 0);
  },
  set exitCode(code) {
    process.exitCode = code;
  },
  onSignal: (listener) => {
    for (const signal of ENDING) process.on(signal, listener);
    return () => {
      for (const signal of ENDING) process.off(signal, listener);
    };
  },
  end: (signal) => {
    if (signal === undefined) process.exit();
    process.kill(process.pid, signal);
  },
});
