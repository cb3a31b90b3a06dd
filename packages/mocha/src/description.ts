import type { Framework, Host } from '@testpoint/frameworks/framework';

export const mochaHost: Host = {
  name: 'mocha',
  title: 'Mocha',
  isLoadedBy: (first) => 'suite' in first && 'on' in first && typeof first.on === 'function',
  ownOptions: ['console', 'consoleOptions'],
};

export const mocha: Framework = {
  ...mochaHost,
  dependency: 'mocha',
  versions: { oldest: '10.0', newest: '12.0' },
  command: ['mocha'],
  rerun: ({ files, titles }) => [...files, ['--grep', titles()]],
  difference: [/^[ \t]*\+ expected - actual[ \t]*$/m, '+'],
  sharesOptions: true,
  uselessOptions: ['steps', 'merge'],
};

/** Whether a test skips itself by throwing this, in Mocha 11 and newer, or in Mocha 10. */
export function isSkip(error: unknown): boolean {
  const thrown = error as { name?: unknown; constructor?: { name?: unknown } } | null | undefined;
  return thrown?.name === 'PendingError' || thrown?.constructor?.name === 'Pending';
}
