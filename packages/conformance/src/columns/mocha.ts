import ts from 'typescript';
import { type Column, type Launch, programOf, transpile, verdictsBy } from './column.js';

type MochaReport = Record<'passes' | 'failures' | 'pending', { fullTitle: string }[]>;

/** CommonJS suites in one process. */
export const mocha = column('mocha', ts.ModuleKind.CommonJS, []);

/** ES modules, each file in a worker. */
export const mochaParallel: Column = {
  ...column('mocha --parallel', ts.ModuleKind.ESNext, ['--parallel', '--jobs', '2']),
  sample: ['green', 'red'],
};

function column(name: Column['name'], module: ts.ModuleKind, args: readonly string[]): Column {
  return {
    name,
    framework: 'mocha',
    without: {
      concurrent: 'Mocha runs the tests of a file one after another',
      dom: 'Mocha tests run in Node itself',
    },
    modes: { 'dry-run': { args: ['--dry-run'] }, watch: { args: ['--watch'], endless: true } },
    fileOf: (suite) => `${suite}.js`,
    compile: (source) => transpile(source, module),
    packages: { conformance: ['mock-fs', 'nock', 'sinon'] },
    files: () => ({
      'package.json': JSON.stringify({ type: module === ts.ModuleKind.CommonJS ? 'commonjs' : 'module' }),
      'twice.cjs': TWICE,
    }),
    command: (launch) => [
      programOf('mocha'),
      ...(launch.reporting ? ours(launch) : ['--reporter', 'json', '--reporter-option', 'output=report.json']),
      ...(launch.mode?.args ?? (launch.bail ? ['--bail'] : [])),
      ...args,
      ...launch.suites.map((suite) => `./${suite}.js`),
    ],
    hookTitle: (kind, title) => `"${kind.replace('All', ' all').replace('Each', ' each')}" hook: ${title}`,
    verdicts: (report) => {
      const { passes, failures, pending } = report as MochaReport;
      const lists = Object.entries({ passes, failures, pending });
      return verdictsBy(lists.flatMap(([word, list]) => list.map(({ fullTitle }) => [fullTitle, word] as const)));
    },
  };
}

function ours({ isListedTwice }: Launch): string[] {
  return [
    ...['--reporter', isListedTwice ? './twice.cjs' : '@testpoint/mocha', '--require', '@testpoint/mocha/setup'],
    ...['--reporter-option', 'console=json', '--reporter-option', 'consoleOptions.output=report.json'],
  ];
}

/**
 * Mocha accepts one reporter. Packages that combine several give each its own runner. The second reporter here comes from
 * another copy of our package.
 */
const TWICE = `
const First = require('@testpoint/mocha');
for (const path of Object.keys(require.cache)) if (/[\\\\/]dist[\\\\/]/.test(path)) delete require.cache[path];
const Second = require('@testpoint/mocha');
const shim = (runner) => new Proxy(runner, {});
module.exports = class {
  constructor(runner, options) {
    if (First === Second) throw new Error('There is one copy only.');
    this.first = new First(shim(runner), options);
    this.second = new Second(shim(runner), options);
  }
  done(failures, end) {
    this.first.done(failures, () => this.second.done(failures, end));
  }
};
`;
