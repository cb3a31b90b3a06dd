import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { neededByZod, playwrightSuites } from './playwright-suites.mjs';

/**
 * The suites. Each is in the tarball of a public package, next to the code that it tests. `source` is that package; `needs`
 * are further dependencies of its tests; `files` are added to a copy of it, so that the tests run with the framework's
 * current version; `prepare` changes that copy; `args` are passed to the framework.
 */
export const suites = [
  {
    name: 'promises-aplus-tests',
    framework: 'mocha',
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
    framework: 'mocha',
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
    framework: 'mocha',
    source: 'nedb@1.8.0',
    needs: ['chai@3.5.0'],
    args: ['--timeout', '10000', 'test/*.test.js'],
  },
  {
    name: 'jsx-ast-utils',
    framework: 'jest',
    source: 'jsx-ast-utils@3.3.5',
    needs: [
      ...['@babel/preset-env@7.28.5', '@babel/parser@7.28.5', 'flow-parser@0.126.1'],
      ...['object.entries@1.1.9', 'object.fromentries@2.0.8'],
    ],
    files: {
      'babel.config.js': babel(['@babel/preset-env', { targets: { node: '20' } }]),
      'jest.config.js': `module.exports = { testMatch: ['**/__tests__/src/*-test.js'] };`,
    },
  },
  {
    name: 'eslint-plugin-jsx-a11y',
    framework: 'jest',
    source: 'eslint-plugin-jsx-a11y@6.10.2',
    needs: [
      ...['@babel/preset-env@7.28.5', '@babel/eslint-parser@7.28.5', '@babel/core@7.28.5', 'eslint@8.57.1'],
      ...['@babel/preset-flow@7.27.1', 'object.entries@1.1.9', 'object.assign@4.1.7', 'semver@6.3.1', 'to-ast@1.0.0'],
    ],
    files: {
      'babel.config.js': babel(['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-flow'),
      'jest.config.js': `module.exports = { testMatch: ['**/__tests__/src/rules/**/*-test.js'] };`,
    },
    // The tests need the sources, but the tarball contains only compiled code.
    prepare: (folder) => cpSync(join(folder, 'lib'), join(folder, 'src'), { recursive: true }),
  },
  {
    name: 'apollo-server-core',
    framework: 'jest',
    source: 'apollo-server-core@2.26.2',
    needs: [
      ...['@babel/preset-env@7.28.5', '@babel/preset-typescript@7.28.5', 'graphql@15.10.1', 'mock-req@0.2.0'],
      ...['nock@13.5.6', 'node-fetch@2.7.0', 'winston@3.19.0', 'winston-transport@4.9.0', 'bunyan@1.8.15'],
      ...['log4js@6.9.1', 'loglevel@1.9.2'],
    ],
    files: {
      'babel.config.js': babel(['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-typescript'),
      'jest.config.js': `module.exports = { testMatch: ['**/src/**/*.test.ts'] };`,
    },
  },
  {
    name: 'zod',
    framework: 'vitest',
    source: 'zod@4.6.7',
    needs: neededByZod,
    files: {
      'vitest.config.mjs': `
        import { fileURLToPath } from 'node:url';
        export default {
          resolve: {
            alias: [{ find: /^zod(\\/|$)(.*)/, replacement: fileURLToPath(new URL('./src', import.meta.url)) + '/$2' }],
          },
          test: { include: ['src/**/*.test.ts'] },
        };`,
    },
  },
  {
    name: 'redux-toolkit',
    framework: 'vitest',
    source: '@reduxjs/toolkit@2.0.1',
    needs: [
      ...['react@18.3.1', 'react-dom@18.3.1', 'react-redux@9.2.0', '@testing-library/react@13.4.0', 'axios@0.19.2'],
      ...['@testing-library/user-event@13.5.0', '@testing-library/dom@8.20.1', 'console-testing-library@0.6.1'],
      ...['msw@0.40.2', 'node-fetch@2.7.0', 'query-string@7.1.3', 'lodash@4.17.21', 'jsdom@21.1.2', 'yargs@15.4.1'],
      'headers-polyfill@3.0.4',
    ],
    files: {
      'tsconfig.test.json': '{ "compilerOptions": { "jsx": "react" } }',
      'setup.mjs': `
        import { afterAll, afterEach, beforeAll, vi } from 'vitest';
        import nodeFetch, { Headers, Request } from 'node-fetch';
        import { server } from './src/query/tests/mocks/server';
        vi.stubGlobal('fetch', nodeFetch);
        vi.stubGlobal('Request', Request);
        vi.stubGlobal('Headers', Headers);
        beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
        afterEach(() => server.resetHandlers());
        afterAll(() => server.close());`,
      'vitest.config.mjs': `
        import { fileURLToPath } from 'node:url';
        const at = (path) => fileURLToPath(new URL(path, import.meta.url));
        export default {
          resolve: {
            alias: [
              { find: '@reduxjs/toolkit/query/react', replacement: at('./src/query/react/index.ts') },
              { find: '@reduxjs/toolkit/query', replacement: at('./src/query/index.ts') },
              { find: '@reduxjs/toolkit/react', replacement: at('./src/react/index.ts') },
              { find: /^@reduxjs\\/toolkit\\/dist\\/(.*)/, replacement: at('./src') + '/$1' },
              { find: '@reduxjs/toolkit', replacement: at('./src/index.ts') },
              { find: /^@internal\\/(.*)/, replacement: at('./src') + '/$1' },
            ],
          },
          test: {
            globals: true,
            environment: 'jsdom',
            setupFiles: ['./setup.mjs'],
            include: ['src/**/*.test.{ts,tsx}'],
            server: { deps: { inline: ['console-testing-library'] } },
          },
        };`,
    },
  },
  {
    name: 'automerge-repo',
    framework: 'vitest',
    source: '@automerge/automerge-repo@2.5.6',
    needs: ['@automerge/automerge-repo-network-messagechannel@2.5.6', '@automerge/automerge-repo-storage-nodefs@2.5.6'],
    files: { 'vitest.config.ts': `export default { test: { include: ['test/**/*.test.ts'] } };` },
    // Its tests use other packages of its repository, by their relative paths.
    prepare: (folder) => {
      for (const name of ['automerge-repo-network-messagechannel', 'automerge-repo-storage-nodefs']) {
        cpSync(join(folder, '../node_modules/@automerge', name), join(folder, '..', name), { recursive: true });
      }
    },
  },
  ...playwrightSuites,
];

function babel(...presets) {
  return `module.exports = ${JSON.stringify({ presets })};`;
}
