import { join } from 'node:path';
import type { BenchLab } from '@testpoint/frameworks/lab';

export const bench: BenchLab = {
  extension: 'js',
  // Every failure restarts a worker, which costs as much as hundreds of tests.
  testsToFailure: 500,
  imports: [['{ expect, test }', '@playwright/test']],
  describe: 'test.describe',
  test: (title, lines) => `  test('${title}', async ({}, testInfo) => {
    await test.step('open the cart', async () => {
      await test.step('add the pieces', async () => {
        await test.step('read the price', async () => {
          ${lines.join('\n          ')}
        });
      });
    });
  });`,
  expectation: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  context: 'testInfo',
  attach: "(name, body, testInfo) => testInfo.attach(name, { body, contentType: 'text/plain' })",
  configuration: ({ folder, workers, reporters: reporter, config }) => ({
    file: 'playwright.config.js',
    configuration: { testDir: join(folder, 'files'), outputDir: join(folder, 'output'), workers, reporter, ...config },
  }),
  peers: {
    allure: (resultsDir) => ({ reporter: ['allure-playwright', { resultsDir }] }),
    qase: {},
  },
};
