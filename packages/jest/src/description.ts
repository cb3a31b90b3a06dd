import type { Framework, Host } from '@testpoint/frameworks/framework';

export const jestHost: Host = {
  name: 'jest',
  title: 'Jest',
  isLoadedBy: (first) => 'rootDir' in first && 'maxWorkers' in first && 'reporters' in first,
};

export const jest: Framework = {
  ...jestHost,
  dependency: 'jest',
  versions: { oldest: '29.0', newest: '30.5' },
  command: ['jest'],
  rerun: ({ project, files, titles }) => [
    ['--selectProjects', project],
    '--runTestsByPath',
    ...files,
    ['--testNamePattern', titles()],
  ],
  uselessOptions: ['steps', 'merge'],
};
