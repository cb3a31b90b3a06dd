import { join } from 'node:path';
import ts from 'typescript';
import { type Column, folderOf, type Launch, ownFolder, transpile } from './column.js';

interface JestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

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
  links: () => ({
    '@testpoint/jest': ownFolder('jest'),
    jest: folderOf('jest', 'jest'),
    'jest-environment-jsdom': folderOf('jest-environment-jsdom', 'jest'),
    memfs: folderOf('memfs', 'conformance'),
  }),
  files: ({ reporting, isListedTwice, bail }) => ({
    'package.json': '{ "type": "commonjs" }',
    'jest.config.json': JSON.stringify({
      transform: {},
      bail,
      reporters: [
        'default',
        ...(reporting ? ['@testpoint/jest'] : []),
        ...(reporting && isListedTwice ? ['@testpoint/jest'] : []),
      ],
      ...(reporting && { setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
    }),
  }),
  command: (launch) => [
    join(folderOf('jest', 'jest'), 'bin', 'jest.js'),
    ...['--config', 'jest.config.json', '--json', '--outputFile', 'report.json'],
    ...modeOf(launch),
  ],
  hookTitle: (kind, title) => `${kind}: ${title}`,
  verdicts: (report) => {
    const verdicts: Record<string, string> = {};
    for (const { name, assertionResults } of (report as JestReport).testResults) {
      for (const { fullName, status } of assertionResults) {
        const key = `${name.replace(/^.*[\\/]/, '')} ${fullName}`;
        verdicts[key] = [verdicts[key], status].filter(Boolean).join();
      }
    }
    return verdicts;
  },
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
