import ts from 'typescript';
import { type Column, type Launch, programOf, reportersOf, transpile, verdictsLikeJest } from './column.js';

/** Suites are transpiled in advance, as `ts-jest` or Babel would do it. Jest chooses its workers itself. */
export const jest: Column = {
  name: 'jest',
  framework: 'jest',
  without: {},
  sample: ['green', 'red'],
  modes: [
    { name: 'list', endless: false, silent: true },
    { name: 'collect', endless: false, silent: true },
    { name: 'watch', endless: true },
  ],
  ownAttachments: [],
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
  command: (launch) => [
    ...[programOf('jest'), '--config', 'jest.config.json', '--json', '--outputFile', 'report.json'],
    ...modeOf(launch),
  ],
  hookTitle: (kind, title) => `${kind}: ${title}`,
  verdicts: verdictsLikeJest,
};

function modeOf({ mode, suites }: Launch): string[] {
  if (mode === 'list') return ['--listTests'];
  if (mode === 'collect') return ['--collectTests'];
  if (mode === 'watch') return ['--watchAll'];
  // Jest runs a single file in its own process, several files in workers.
  return suites.length > 1 ? ['--maxWorkers=2'] : [];
}

/** The comment that names a test environment must come first. */
function withComment(source: string, compiled: string): string {
  return `${/^\/\*\*.*?\*\/\n/s.exec(source)?.[0] ?? ''}${compiled}`;
}
