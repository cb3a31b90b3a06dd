/** For both projects: this line adds hooks, steps and the test API's data to the results. */
const shared = { setupFilesAfterEnv: ['@testpoint/jest/setup'] };

/** @type {import('jest').Config} */
module.exports = {
  reporters: [
    'default',
    // The only line that reporting needs. Address and key come from TMS_URL and TMS_SECRET_KEY. Without a key, it is off.
    [
      '@testpoint/jest',
      {
        configurations: {
          api: { id: '00000000-0000-4000-8000-000000000002', globalId: 2 },
          web: { id: '00000000-0000-4000-8000-000000000003', globalId: 3 },
        },
      },
    ],
  ],
  projects: [
    { ...shared, displayName: 'api', testMatch: ['**/cart.jest.test.js'] },
    { ...shared, displayName: 'web', testMatch: ['**/storefront.jest.test.js'], testEnvironment: 'jsdom' },
  ],
};
