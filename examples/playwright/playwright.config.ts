import { defineConfig } from '@playwright/test';

export default defineConfig({
  retries: 1,
  reporter: [
    ['list'],
    // The only line that reporting needs. Address and key come from TMS_URL and TMS_SECRET_KEY. Without a key, it is off.
    [
      '@testpoint/playwright',
      {
        configurations: {
          api: { id: '00000000-0000-4000-8000-000000000002', globalId: 2 },
          web: { id: '00000000-0000-4000-8000-000000000003', globalId: 3 },
        },
      },
    ],
  ],
  projects: [
    { name: 'api', testMatch: 'cart.playwright.spec.ts' },
    { name: 'web', testMatch: 'storefront.playwright.spec.ts' },
  ],
});
