import ts from 'typescript';
import { type Column, programOf, reportersOf, transpile, verdictsLikeJest } from './column.js';

/** Suites are transpiled in advance, as `ts-jest` or Babel would do it. Jest chooses its workers itself. */
export const jest: Column = {
  name: 'jest',
  framework: 'jest',
  sample: ['green', 'red'],
  modes: {
    list: { args: ['--listTests'], silent: true },
    collect: { args: ['--collectTests'], silent: true },
    watch: { args: ['--watchAll'], endless: true },
  },
  fileOf: (suite) => `${suite}.test.js`,
  compile: (source) => withComment(source, transpile(source, ts.ModuleKind.CommonJS)),
  packages: { jest: ['jest-environment-jsdom'], conformance: ['memfs'] },
  files: (launch) => ({
    'package.json': '{ "type": "commonjs" }',
    'jest.config.json': JSON.stringify({
      transform: {},
      bail: launch.bail,
      reporters: ['default', ...reportersOf('jest', launch)],
      ...(launch.reporting && { setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
    }),
  }),
  command: ({ mode, suites }) => [
    ...[programOf('jest'), '--config', 'jest.config.json', '--json', '--outputFile', 'report.json'],
    // Jest runs a single file in its own process, several files in workers.
    ...(mode?.args ?? (suites.length > 1 ? ['--maxWorkers=2'] : [])),
  ],
  hookTitle: (kind, title) => `${kind}: ${title}`,
  verdicts: verdictsLikeJest,
};

/** The comment that names a test environment must come first. */
function withComment(source: string, compiled: string): string {
  return `${/^\/\*\*.*?\*\/\n/s.exec(source)?.[0] ?? ''}${compiled}`;
}
