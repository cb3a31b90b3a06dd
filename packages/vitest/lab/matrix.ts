import type { MatrixSuite } from '@testpoint/frameworks/lab';

const SUITE = {
  versions: ['3.2', '4', '5'],
  needs: { 5: 22 },
  head: "import { beforeEach, describe, test } from 'vitest';",
  isModule: true,
} as const;

export const matrix: readonly MatrixSuite[] = [
  {
    ...SUITE,
    name: 'vitest',
    config: ['vitest.config.mjs', `export default { test: { include: ['suite.spec.mjs'], retry: 1 } };`],
  },
  {
    ...SUITE,
    name: 'vitest browser',
    // The provider has a package of its own since Vitest 4.
    others: (version) => [
      version.startsWith('3') ? `@vitest/browser@${version}` : `@vitest/browser-playwright@${version}`,
      'playwright',
    ],
    config: [
      'vitest.config.mjs',
      `import { createRequire } from 'node:module';
const launch = { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-background-networking'] };
const isOld = createRequire(import.meta.url)('vitest/package.json').version.startsWith('3');
const provider = isOld ? 'playwright' : (await import('@vitest/browser-playwright')).playwright({ launchOptions: launch });
const instances = [{ browser: 'chromium', ...(isOld && { launch }) }];
const browser = { enabled: true, headless: true, screenshotFailures: false, provider, instances };
export default { test: { include: ['suite.spec.mjs'], retry: 1, browser } };`,
    ],
  },
];
