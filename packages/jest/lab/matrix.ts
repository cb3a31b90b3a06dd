import type { MatrixSuite } from '@testpoint/frameworks/lab';

export const matrix: readonly MatrixSuite[] = [
  {
    name: 'jest',
    versions: ['29', '30'],
    config: ['jest.config.js', `module.exports = { testMatch: ['**/suite.spec.js'] };`],
    head: 'jest.retryTimes(1);',
  },
];
