import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { EvaluatedConfig, SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { packageOf } from '../init/framework-version.js';
import { invocation } from '../invocation.js';
import { configurationHangs, configurationNotLoaded, noResult } from './messages.js';

/** It must be built, even when this is read from source, as tests do. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/evaluate-config.js', import.meta.url)
  : new URL('./evaluate-config.js', import.meta.url);

/** After this time, a configuration hangs; milliseconds. */
const LIMIT = 30_000;

/**
 * Loads a framework's configuration as the framework does, in a process of its own. Runs no tests and no global setup, and
 * starts no server. @param file undefined: the one that the framework finds. @returns undefined if it is not installed, or
 * what is wrong with the configuration, as a predicate
 */
export function evaluateConfig(
  root: string,
  framework: Framework,
  file: string | undefined,
): Promise<EvaluatedConfig | { failed: string } | undefined> {
  const program = fileURLToPath(PROGRAM);
  const args = [framework.name, packageOf(framework, root), root, ...(file === undefined ? [] : [file])];
  const child = fork(program, args, {
    ...{ cwd: root, env: invocation().env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    detached: process.platform !== 'win32',
  });
  return new Promise((resolve) => {
    let printed = '';
    const timer = setTimeout(() => {
      resolve({ failed: configurationHangs(LIMIT / 1_000) });
      // Its own children, too.
      if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    }, LIMIT);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.once('message', (message) => resolve((message as { evaluated?: EvaluatedConfig }).evaluated));
    child.once('error', (error) => resolve({ failed: configurationNotLoaded(error.message) }));
    child.once('close', () => {
      clearTimeout(timer);
      resolve({ failed: configurationNotLoaded(headline(stripVTControlCharacters(printed)) ?? noResult) });
    });
  });
}

/** The line of Node's output that names the error, with the next one if it ends with a colon, as Jest's do. */
function headline(printed: string): string | undefined {
  const lines = printed.split('\n').flatMap((line) => line.trim() || []);
  const at = lines.findIndex((line) => /^(\w*Error\b|●|Error:)/.test(line));
  const [first, second = ''] = lines.slice(Math.max(at, 0));
  return first?.endsWith(':') ? `${first} ${second}` : first;
}
