import type { Framework, Host } from '@testpoint/frameworks/framework';

export const nodeTestHost: Host = {
  name: 'node-test',
  title: 'node:test',
  // Node passes the events themselves: an async generator.
  isLoadedBy: (first) => Symbol.asyncIterator in first && !('suite' in first),
};

export const nodeTest: Framework = {
  ...nodeTestHost,
  dependency: 'node',
  comesWithNode: true,
  versions: { oldest: '20.19', newest: '26.10' },
  command: ['node', '--test'],
  // Node 20 knows only the last title.
  rerun: ({ version, files, titles }) => [
    ['--test-name-pattern', Number.parseInt(version, 10) < 22 ? undefined : titles()],
    ...files,
  ],
  uselessOptions: ['steps', 'merge', 'output'],
};
