import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    retry: 1,
    reporters: [
      'default',
      // The only line that reporting needs. Address and key come from TMS_URL and TMS_SECRET_KEY. Without a key, it is off.
      [
        '@testpoint/vitest',
        {
          configurations: {
            api: { id: '00000000-0000-4000-8000-000000000002', globalId: 2 },
            web: { id: '00000000-0000-4000-8000-000000000003', globalId: 3 },
          },
        },
      ],
    ],
    projects: [
      { extends: true, test: { name: 'api', include: ['cart.vitest.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['storefront.vitest.test.ts'] } },
    ],
  },
});
