import type { FullConfig } from '@playwright/test/reporter';
import type { SessionHost } from '@testpoint/core/adapter';

/** Playwright adds these to a reporter's options. */
const ADDED_OPTIONS = new Set(['configDir', '_mode', '_commandHash', '_isTestServer']);

/** What core needs to know about a run. @param words Playwright's command line, starting with its command */
export function hostOf(
  config: FullConfig,
  idRoot: string,
  options: Record<string, unknown>,
  words: readonly string[],
): SessionHost {
  return {
    framework: 'playwright',
    frameworkVersion: config.version,
    oldestVersion: '1.50',
    idRoot,
    extraKeys: ['maskInput'],
    options: Object.fromEntries(Object.entries(options).filter(([name]) => !ADDED_OPTIONS.has(name))),
    isRerun: words.some((word) => word === '--last-failed'),
    ...(failsOnFlaky(config, words) && { otherFailure: 'flaky tests (failOnFlakyTests)' }),
    ...(config.shard && { shard: config.shard }),
    ...offIn(options, words),
  };
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
