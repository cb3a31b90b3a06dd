import { join, relative, sep } from 'node:path';

/**
 * How to start each framework, bare and with our reporter, and how to read its own JSON report: for each test, our id
 * (derived from the report alone), its outcome and its error.
 */
export const frameworks = {
  mocha: {
    package: 'mocha@12.0.3',
    bin: 'mocha/bin/mocha.js',
    bare: (file) => ['--reporter', 'json', '--reporter-option', `output=${file}`],
    ours: (file) => [
      ...['--reporter', '@testpoint/mocha', '--require', '@testpoint/mocha/setup'],
      ...['--reporter-option', 'console=json', '--reporter-option', `consoleOptions.output=${file}`],
    ],
    results: (report, folder) => {
      return numbered(
        report.tests.map((test) => ({
          // Mocha's report joins the titles of the suites and the test with spaces, so ids are compared without separators.
          id: `${posix(relative(folder, test.file))} ${test.fullTitle}`,
          words: true,
          // Only pending tests have no duration.
          outcome: test.duration === undefined ? 'Skipped' : Object.keys(test.err).length > 0 ? 'Failed' : 'Passed',
          // Its stack starts with the error's name, like our message.
          error: [test.err.message, test.err.stack].filter(Boolean).join('\n'),
        })),
      );
    },
  },
  jest: {
    package: 'jest@30.5.2',
    bin: 'jest/bin/jest.js',
    bare: (file) => ['--json', `--outputFile=${file}`],
    ours: (file) => [
      ...['--json', `--outputFile=${file}`, '--reporters=default', '--reporters=@testpoint/jest'],
      '--setupFilesAfterEnv=@testpoint/jest/setup',
    ],
    results: jestLike,
  },
  vitest: {
    package: 'vitest@4.1.12',
    bin: 'vitest/vitest.mjs',
    bare: (file) => ['run', '--reporter=json', `--outputFile.json=${file}`],
    ours: (file) => ['run', '--reporter=json', `--outputFile.json=${file}`, '--reporter=@testpoint/vitest'],
    results: jestLike,
  },
  playwright: {
    package: '@playwright/test@1.65.1',
    bin: '@playwright/test/cli.js',
    bare: () => ['test', '--reporter=json'],
    ours: () => ['test', '--reporter=json,@testpoint/playwright'],
    env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    results: (report, folder) => {
      const inSuite = (suite, titles) => [
        ...suite.specs.flatMap((spec) =>
          spec.tests.map(({ projectName, status, results }) => ({
            id: [
              `${projectName === '' ? '' : `[${projectName}] `}${posix(relative(folder, join(report.config.rootDir, spec.file)))}`,
              ...titles,
              spec.title,
            ].join(' > '),
            outcome: { expected: 'Passed', flaky: 'Passed', unexpected: 'Failed', skipped: 'Skipped' }[status],
            error: results.at(-1)?.error?.message,
          })),
        ),
        ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
      ];
      return numbered(report.suites.flatMap((file) => inSuite(file, [])));
    },
  },
};

/** For Jest, and for Vitest, whose JSON report has the same form. */
function jestLike(report, folder) {
  return numbered(
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
        id: [posix(relative(folder, name)), ...ancestorTitles, title].join(' > '),
        outcome: { passed: 'Passed', failed: 'Failed' }[status] ?? 'Skipped',
        // Of a timeout, Vitest's report has only the stack of an error with this message.
        error: failureMessages?.[0]?.startsWith('Error: STACK_TRACE_ERROR') ? undefined : failureMessages?.[0],
      })),
    ),
  );
}

/** Numbers duplicate ids in the order of the report, which is declaration order within a file. */
function numbered(results) {
  const seen = new Map();
  return results.map((result) => {
    const count = (seen.get(result.id) ?? 0) + 1;
    seen.set(result.id, count);
    return count === 1 ? result : { ...result, id: `${result.id} (${count})` };
  });
}

function posix(path) {
  return path.split(sep).join('/');
}
