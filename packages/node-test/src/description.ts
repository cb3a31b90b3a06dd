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
  rerun: ({ files, titles }) => ['--test', ['--test-name-pattern', titles()], ...files],
  uselessOptions: ['steps', 'merge'],
};
