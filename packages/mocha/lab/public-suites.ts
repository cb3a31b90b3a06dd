import type { PublicSuites } from '@testpoint/frameworks/lab';

export const publicSuites: PublicSuites = {
  version: '12.0.3',
  bare: (file) => ['--reporter', 'json', '--reporter-option', `output=${file}`],
  ours: (file) => [
    ...['--reporter', '@testpoint/mocha', '--require', '@testpoint/mocha/setup'],
    ...['--reporter-option', 'console=json', '--reporter-option', `consoleOptions.output=${file}`],
  ],
  suites: [
    {
      name: 'promises-aplus-tests',
      source: 'promises-aplus-tests@2.1.2',
      files: {
        'adapter.cjs': `
        global.adapter = {
          deferred() {
            const deferred = {};
            deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
            return deferred;
          },
          resolved: (value) => Promise.resolve(value),
          rejected: (reason) => Promise.reject(reason),
        };`,
      },
      args: ['--require', './adapter.cjs', 'lib/tests/*.js'],
    },
    {
      name: 'es6-shim',
      source: 'es6-shim@0.35.8',
      needs: ['chai@3.5.0', 'es5-shim@4.6.7', 'promises-aplus-tests@2.1.2', 'promises-es6-tests@0.5.0'],
      env: { NODE_OPTIONS: '--unhandled-rejections=none' },
      args: [
        ...['es5-shim', './es6-shim', './es6-sham', './test/test_helpers.js'].flatMap((file) => ['--require', file]),
        ...['test/**/*.js', 'test-sham/*.js'],
      ],
    },
    {
      name: 'nedb',
      source: 'nedb@1.8.0',
      needs: ['chai@3.5.0'],
      args: ['--timeout', '10000', 'test/*.test.js'],
    },
  ],
};
