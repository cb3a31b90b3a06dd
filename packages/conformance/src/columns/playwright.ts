import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { type Column, folderOf, type Launch, ownFolder } from './column.js';

export const playwright: Column = {
  name: 'playwright',
  framework: 'playwright',
  without: {
    'equal-titles': 'Playwright refuses to load a file with two equal titles',
    concurrent: 'Playwright runs the tests of one worker one after another',
    dom: 'Playwright tests run in Node itself',
  },
  sample: ['green'],
  modes: [{ name: 'list', endless: false }],
  ownAttachments: ['error-context'],
  fileOf: (suite) => `${suite}.spec.ts`,
  compile: (source) => source,
  links: () => ({
    '@testpoint/playwright': ownFolder('playwright'),
    '@playwright/test': folderOf('@playwright/test', 'playwright'),
    sinon: folderOf('sinon', 'conformance'),
  }),
  files: ({ reporting, isListedTwice }) => {
    const ours = isListedTwice ? [['@testpoint/playwright'], ['@testpoint/playwright']] : [['@testpoint/playwright']];
    const reporter = [['json', { outputFile: 'report.json' }], ...(reporting ? ours : [])];
    return {
      'package.json': '{ "type": "commonjs" }',
      'playwright.config.ts': `export default ${JSON.stringify({ reporter, workers: 2 })};\n`,
    };
  },
  command: (launch) => [join(folderOf('@playwright/test', 'playwright'), 'cli.js'), 'test', ...modeOf(launch)],
  hookTitle: (_kind, title) => title,
  verdicts: (report) => {
    const verdicts: Record<string, string> = {};
    for (const suite of (report as JSONReport).suites) collect(suite, '', verdicts);
    return verdicts;
  },
};

function modeOf({ mode, bail }: Launch): string[] {
  if (mode === 'list') return ['--list'];
  return bail ? ['-x'] : [];
}

function collect(suite: JSONReportSuite, path: string, verdicts: Record<string, string>): void {
  const here = `${path} ${suite.title}`.trim();
  for (const { title, tests } of suite.specs) {
    verdicts[`${here} ${title}`] = tests.map(({ status, results }) => `${status} ${results.at(-1)?.status}`).join();
  }
  for (const inner of suite.suites ?? []) collect(inner, here, verdicts);
}
