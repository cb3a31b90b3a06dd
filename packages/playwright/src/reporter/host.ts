import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FullConfig } from '@playwright/test/reporter';
import type { SessionHost } from '@testpoint/core/adapter';
import { hosts } from '@testpoint/frameworks';
import { playwright } from '../description.js';

/** Playwright adds these to a reporter's options. */
const ADDED_OPTIONS = new Set(['configDir', '_mode', '_commandHash', '_isTestServer']);

const CONFIG_FILES = ['playwright', 'playwright-ct'].flatMap((name) =>
  ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((extension) => `${name}.config.${extension}`),
);

/** What core needs to know about a run. @param words Playwright's command line, starting with its command */
export function hostOf(
  config: FullConfig,
  idRoot: string,
  options: Record<string, unknown>,
  words: readonly string[],
): SessionHost {
  return {
    framework: playwright,
    hosts,
    frameworkVersion: config.version,
    idRoot,
    options: Object.fromEntries(Object.entries(options).filter(([name]) => !ADDED_OPTIONS.has(name))),
    isRerun: words.some((word) => word === '--last-failed'),
    ...(failsOnFlaky(config, words) && { otherFailure: 'flaky tests (failOnFlakyTests)' }),
    ...(config.shard && { shard: config.shard }),
    ...offIn(options, words),
  };
}

/**
 * The folder of the configuration. `merge-reports` without `--config` only says where the tests are, so it is the next folder
 * above them with a configuration, as in the shards.
 */
export function idRootOf({ configFile, rootDir }: FullConfig, { _mode }: Record<string, unknown>): string {
  if (configFile) return dirname(configFile);
  if (_mode !== 'merge') return rootDir;
  for (let folder = rootDir; ; folder = dirname(folder)) {
    if (CONFIG_FILES.some((name) => existsSync(`${folder}/${name}`))) return folder;
    if (dirname(folder) === folder) return rootDir;
  }
}

/** Modes that run no tests, run them repeatedly, or replay results that the shards have already reported. */
function offIn(options: Record<string, unknown>, words: readonly string[]): Pick<SessionHost, 'off' | 'offUnless'> {
  const isInteractive = words.some((word) => /^--ui(-host|-port)?(=|$)/.test(word)) || words[0] === 'test-server';
  if (options._mode === 'list') return { off: 'list mode' };
  if (options._mode === 'merge') return { off: 'merge-reports', offUnless: 'merge' };
  if (isInteractive || options._isTestServer === true) return { off: 'UI mode', offUnless: 'watch' };
  return {};
}

function failsOnFlaky(config: FullConfig, words: readonly string[]): boolean {
  const { failOnFlakyTests } = config as { failOnFlakyTests?: boolean };
  return failOnFlakyTests === true || words.includes('--fail-on-flaky-tests');
}
