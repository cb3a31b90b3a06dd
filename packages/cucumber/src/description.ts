import type { Framework, Host } from '@testpoint/frameworks/framework';

export const cucumberHost: Host = {
  name: 'cucumber',
  title: 'Cucumber',
  isLoadedBy: (first) => 'eventBroadcaster' in first && 'supportCodeLibrary' in first,
};

export const cucumber: Framework = {
  ...cucumberHost,
  dependency: '@cucumber/cucumber',
  versions: { oldest: '11.0', newest: '13.3' },
  command: ['cucumber-js'],
  // By file and line. Without all lines, the whole files: a scenario's name is only the last of its titles.
  rerun: ({ tests, files }) =>
    tests.every(({ line }) => line !== undefined)
      ? [...new Set(tests.map(({ file, line }) => `${file}:${line}`))]
      : [...files],
  difference: [/^[ \t]*\+ expected - actual[ \t]*$/m, '+'],
  uselessOptions: ['steps', 'merge', 'watch'],
};
