import type { MatrixSuite } from '@testpoint/frameworks/lab';

export const matrix: readonly MatrixSuite[] = [
  {
    name: 'playwright',
    versions: ['1.50', '1'],
    config: ['playwright.config.js', `module.exports = { testDir: '.', retries: 1, workers: 1, reporter: 'line' };`],
    head: "const { test } = require('@playwright/test');",
    group: 'test.describe',
    before: 'test.beforeEach',
    isFirst: 'test.info().retry === 0',
  },
];
