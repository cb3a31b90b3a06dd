import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicSuites } from '@testpoint/frameworks/lab';

/** What zod's own tests need, in whichever framework they run. */
export const neededByZod = [
  ...['typescript@5.9.3', 'esbuild@0.25.12', '@web-std/file@3.0.3', '@standard-schema/spec@1.1.0'],
  ...['recheck@4.5.0', '@seriousme/openapi-schema-validator@2.11.0'],
];

export const publicSuites: PublicSuites = {
  version: '4.1.12',
  bare: (file) => ['--reporter=json', `--outputFile.json=${file}`],
  ours: (file) => ['--reporter=json', `--outputFile.json=${file}`, '--reporter=@testpoint/vitest'],
  suites: [
    {
      name: 'zod',
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
      source: '@automerge/automerge-repo@2.5.6',
      needs: [
        '@automerge/automerge-repo-network-messagechannel@2.5.6',
        '@automerge/automerge-repo-storage-nodefs@2.5.6',
      ],
      files: { 'vitest.config.ts': `export default { test: { include: ['test/**/*.test.ts'] } };` },
      // Its tests use other packages of its repository, by their relative paths.
      prepare: (folder) => {
        for (const name of ['automerge-repo-network-messagechannel', 'automerge-repo-storage-nodefs']) {
          cpSync(join(folder, '../node_modules/@automerge', name), join(folder, '..', name), { recursive: true });
        }
      },
    },
  ],
};
