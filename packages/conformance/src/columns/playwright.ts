import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { type Column, programOf, reportersOf, verdictsBy } from './column.js';

export const playwright: Column = {
  name: 'playwright',
  framework: 'playwright',
  without: {
    'equal-titles': 'Playwright refuses to load a file with two equal titles',
    concurrent: 'Playwright runs the tests of one worker one after another',
    dom: 'Playwright tests run in Node itself',
  },
  sample: ['green'],
  modes: { list: { args: ['--list'] } },
  ownAttachments: ['error-context'],
  fileOf: (suite) => `${suite}.spec.ts`,
  compile: (source) => source,
  packages: { conformance: ['sinon'] },
  files: (launch) => {
    const ours = reportersOf('playwright', launch).map((name) => [name]);
    const reporter = [['json', { outputFile: 'report.json' }], ...ours];
    return {
      'package.json': '{ "type": "commonjs" }',
      'playwright.config.ts': `export default ${JSON.stringify({ reporter, workers: 2 })};\n`,
    };
  },
  command: ({ mode, bail }) => [programOf('playwright'), 'test', ...(mode?.args ?? (bail ? ['-x'] : []))],
  hookTitle: (_kind, title) => title,
  verdicts: (report) => verdictsBy((report as JSONReport).suites.flatMap((suite) => pairsIn(suite, ''))),
};

function pairsIn(suite: JSONReportSuite, path: string): [test: string, verdict: string][] {
  const here = `${path} ${suite.title}`.trim();
  return [
    ...suite.specs.map(({ title, tests }): [string, string] => [
      `${here} ${title}`,
      tests.map(({ status, results }) => `${status} ${results.at(-1)?.status}`).join(),
    ]),
    ...(suite.suites ?? []).flatMap((inner) => pairsIn(inner, here)),
  ];
}
