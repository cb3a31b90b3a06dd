// How scripts, tests, the fault laboratory and the benchmarks start a process and collect what it prints.
import { spawn } from 'node:child_process';

export function start(program, args, options = {}) {
  return collect(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

export function run(program, args, options) {
  return start(program, args, options).ended;
}

export async function outputOf(program, args, options) {
  const { code, signal, stdout, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${signal ?? code}:\n${output}`);
  return stdout;
}

/** What programs need to work at all. Settings of ours, and variables of a test runner around us, would change a suite. */
const PASSED_ON =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|LANG|SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|CHROMIUM_PATH|\w+_BROWSERS_PATH)$/i;

export function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}

const OURS =
  /^(TMS_|TESTPOINT_|VITEST|npm_(lifecycle|package|command|execpath|node_execpath)|(CI|NODE_OPTIONS|NODE_ENV|INIT_CWD)$)/;

/** Our variables, and those of a CI system or of the package manager that runs this script, must not reach a user's project. */
export function outerEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
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
