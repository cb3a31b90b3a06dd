import type { Framework, Host } from '@testpoint/frameworks/framework';

export const vitestHost: Host = {
  name: 'vitest',
  title: 'Vitest',
  // Reporters get only their options. Vitest itself comes with `onInit`.
  isLoadedBy: (first) => 'config' in first && 'projects' in first && 'onCancel' in first,
};

export const vitest: Framework = {
  ...vitestHost,
  dependency: 'vitest',
  versions: { oldest: '3.2', newest: '5.1' },
  command: ['vitest', 'run'],
  rerun: ({ version, project, files, titles }) => [
    ...files,
    ['--project', project],
    ['--testNamePattern', titles(Number.parseInt(version, 10) >= 5 ? ' > ' : ' ')],
  ],
  uselessOptions: ['steps'],
};

/** Whether a test skips itself by throwing this. */
export function isSkip(error: unknown): boolean {
  return (error as { code?: unknown } | null | undefined)?.code === 'VITEST_PENDING';
}
