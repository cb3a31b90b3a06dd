import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { frameworks } from './frameworks.mjs';

const longestMs = 15 * 60_000;

/**
 * Runs a suite in its own process, with our reporter if the settings have a key.
 * @returns how it ended, the framework's JSON report, and the whole output
 */
export async function run(suite, folder, settings) {
  const { bin, bare, ours, env = () => ({}) } = frameworks[suite.framework];
  const file = join(folder, '..', 'report.json');
  rmSync(file, { force: true });
  rmSync(join(folder, '.testpoint'), { recursive: true, force: true });
  const withReporter = settings.TMS_SECRET_KEY !== undefined;
  const child = spawn(
    process.execPath,
    [join(folder, '../node_modules', bin), ...(withReporter ? ours : bare)(file), ...(suite.args ?? [])],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CHROMIUM: process.env.CHROMIUM ?? '/usr/bin/chromium',
        NO_COLOR: '1',
        CI: '1',
        ...env(file),
        ...suite.env,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const exit = await new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
  return { exit, output, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
}
