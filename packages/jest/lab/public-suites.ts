import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicSuites } from '@testpoint/frameworks/lab';

export const publicSuites: PublicSuites = {
  version: '30.5.2',
  bare: (file) => ['--json', `--outputFile=${file}`],
  ours: (file) => [
    ...['--json', `--outputFile=${file}`, '--reporters=default', '--reporters=@testpoint/jest'],
    '--setupFilesAfterEnv=@testpoint/jest/setup',
  ],
  suites: [
    {
      name: 'jsx-ast-utils',
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
  ],
};

function babel(...presets: unknown[]): string {
  return `module.exports = ${JSON.stringify({ presets })};`;
}
