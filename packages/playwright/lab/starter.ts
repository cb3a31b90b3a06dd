import type { Lab } from '@testpoint/frameworks/lab';
import { FEATURE } from '../../frameworks/src/starter-parts.js';

export const starter: Lab['starter'] = ({ typescript }) => {
  const extension = typescript ? 'ts' : 'js';
  const load = (names: string) =>
    typescript ? `import { ${names} } from '@playwright/test';` : `const { ${names} } = require('@playwright/test');`;
  const config = playwrightConfig(load('defineConfig'), typescript ? 'export default' : 'module.exports =');
  return {
    devDependencies: { '@playwright/test': '^1.50.0', ...(typescript && { '@types/node': '^20.0.0' }) },
    test: 'playwright test',
    files: {
      [`playwright.config.${extension}`]: config,
      [`tests/example.spec.${extension}`]: `${load('expect, test')}
test('adds', async () => { expect(1 + 2).toBe(3); });
test('multiplies', async () => { expect(2 * 3).toBe(6); });
`,
    },
  };
};

const BDD_CONFIG = `import { defineConfig } from '@playwright/test';
import { defineBddConfig } from 'playwright-bdd';

const testDir = defineBddConfig({ features: 'features/*.feature', steps: 'steps/*.ts' });

export default defineConfig({ testDir });
`;
const BDD_STEPS = `import { expect } from '@playwright/test';
import { createBdd } from 'playwright-bdd';

const { Given, When, Then } = createBdd();
let things = 0;

Given('an empty cart', () => {
  things = 0;
});
When('I add {int} thing(s)', ({}, count: number) => {
  things += count;
});
Then('it has {int} thing(s)', ({}, count: number) => {
  expect(things).toBe(count);
});
`;

export const startersOf: NonNullable<Lab['startersOf']> = {
  'playwright-bdd': {
    devDependencies: { '@playwright/test': '^1.50.0', 'playwright-bdd': '^9.0.0' },
    test: 'bddgen && playwright test',
    files: { 'features/cart.feature': FEATURE, 'steps/cart.ts': BDD_STEPS, 'playwright.config.ts': BDD_CONFIG },
  },
};

function playwrightConfig(head: string, exported: string) {
  return `${head}

/**
 * See https://playwright.dev/docs/test-configuration.
 */
${exported} defineConfig({
  testDir: './tests',
  /* Run tests in files in parallel */
  fullyParallel: true,
  /* Retry on CI only */
  retries: process.env.CI ? 2 : 0,
  /* Reporter to use. See https://playwright.dev/docs/test-reporters */
  reporter: 'line',
  use: {
    /* Base URL to use in actions like \`await page.goto('')\`. */
    // baseURL: 'http://localhost:3000',
    trace: 'on-first-retry',
  },
});
`;
}
