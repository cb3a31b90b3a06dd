import { join } from 'node:path';
import type { BenchLab } from '@testpoint/frameworks/lab';

export const bench: BenchLab = {
  extension: 'mjs',
  testsToFailure: 50,
  imports: [['{ describe, expect, test }', 'vitest']],
  describe: 'describe',
  test: (title, lines, isAsync) =>
    `  test('${title}', ${isAsync ? 'async (context)' : '()'} => {\n    ${lines.join('\n    ')}\n  });`,
  expectation: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  context: 'context',
  configuration: ({ folder, workers, reporters, setupFiles, config }) => ({
    file: 'vitest.config.mjs',
    configuration: {
      root: folder,
      cacheDir: join(folder, 'cache'),
      test: { include: ['files/*.test.mjs'], maxWorkers: workers, cache: false, reporters, setupFiles, ...config },
    },
  }),
  peers: {
    // The reporter adds its setup file itself.
    allure: (resultsDir) => ({
      reporter: ['allure-vitest/reporter', { resultsDir }],
    }),
    reportportal: {
      attach: {
        api: '@reportportal/agent-js-vitest',
        call: `(name, content, { task }) => api.ReportingApi.attachment(task, { name, type: 'text/plain', content: Buffer.from(content).toString('base64') })`,
      },
    },
    qase: {
      limit: 'Version 1.4.4 uploads attachments one by one.',
      isHttpsOnly: true,
      attach: {
        api: 'vitest-qase-reporter/vitest',
        call: "(name, content, test) => api.withQase(({ qase }) => qase.attach({ name, content, type: 'text/plain' }))(test)",
      },
    },
  },
};
