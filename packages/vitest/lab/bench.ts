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
  },
};
