import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, run as runProgram } from '../processes.mjs';
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
  const { code, signal, output } = await runProgram(
    process.execPath,
    [join(folder, '../node_modules', bin), ...(withReporter ? ours : bare)(file), ...(suite.args ?? [])],
    {
      cwd: folder,
      env: {
        ...cleanEnvironment(),
        CHROMIUM: process.env.CHROMIUM ?? '/usr/bin/chromium',
        NO_COLOR: '1',
        CI: '1',
        ...env(file),
        ...suite.env,
        ...settings,
      },
      timeout: longestMs,
      killSignal: 'SIGKILL',
    },
  );
  return {
    exit: signal ?? code,
    output,
    report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
  };
}
