/** A project whose tests only its own scripts run rightly. */
interface Shape {
  manifest: {
    type?: 'module';
    scripts: Record<string, string>;
    devDependencies: Record<string, string>;
    [key: string]: unknown;
  };
  /** Scripts that run all tests once. */
  own: string[];
  /** Names of the jobs that run tests. */
  jobs: string[];
  files: Record<string, string>;
}

const MOCHA = { mocha: '^11.0.0' };
const TSX = { tsx: '^4.20.0', typescript: '^5.9.0', '@types/mocha': '^10.0.0', '@types/node': '^20.0.0' };
const VITEST = { vitest: '^4.0.0', vite: '^7.0.0' };
const JEST = { jest: '^30.0.0' };
const PLAYWRIGHT = { '@playwright/test': '^1.50.0' };

const tests = (head: string, ...names: string[]) =>
  `${head}\n${names.map((name) => `test('${name}', () => { expect(1 + 1).toBe(2); });\n`).join('')}`;
const vitestTests = (...names: string[]) => tests("import { expect, test } from 'vitest';", ...names);
const playwrightTests = (...names: string[]) =>
  tests("import { expect, test } from '@playwright/test';", ...names).replaceAll('() =>', 'async () =>');

export const shapes: Record<string, Shape> = {
  'Mocha with tsx': {
    manifest: { scripts: { test: "mocha --import=tsx 'src/**/*.spec.ts'" }, devDependencies: { ...MOCHA, ...TSX } },
    own: ['test'],
    jobs: ['test'],
    files: {
      'src/sum.spec.ts': `import assert from 'node:assert';
const sum = (a: number, b: number): number => a + b;
describe('sum', () => {
  it('adds', () => { assert.strictEqual(sum(1, 2), 3); });
  it('subtracts', () => { assert.strictEqual(sum(1, -2), -1); });
});
`,
    },
  },
  'playwright-bdd': {
    manifest: {
      type: 'module',
      scripts: { test: 'bddgen && playwright test' },
      devDependencies: { ...PLAYWRIGHT, 'playwright-bdd': '^9.2.0' },
    },
    own: ['test'],
    jobs: ['test-1', 'test-2'],
    files: {
      '.gitignore': 'node_modules\n.features-gen\ntest-results\n',
      'playwright.config.js': `import { defineConfig } from '@playwright/test';
import { defineBddConfig } from 'playwright-bdd';

const testDir = defineBddConfig({ features: 'features/*.feature', steps: 'features/*.js' });

export default defineConfig({ testDir, reporter: 'list' });
`,
      'features/cart.feature':
        'Feature: Cart\n\n  Scenario: Empty\n    Given a cart\n\n  Scenario: Still empty\n    Given a cart\n',
      'features/steps.js':
        "import { createBdd } from 'playwright-bdd';\nconst { Given } = createBdd();\nGiven('a cart', async () => {});\n",
    },
  },
  'two configurations of Vitest': {
    manifest: {
      type: 'module',
      scripts: {
        test: 'npm run test:unit && npm run test:integration',
        'test:unit': 'vitest run',
        'test:integration': 'vitest run --config vitest.integration.config.js',
      },
      devDependencies: VITEST,
    },
    own: ['test:unit', 'test:integration'],
    jobs: ['test-unit-1', 'test-unit-2', 'test-integration-1', 'test-integration-2'],
    files: {
      'vitest.config.js': vitestConfig('unit/*.test.js'),
      'vitest.integration.config.js': vitestConfig('integration/*.test.js'),
      'unit/a.test.js': vitestTests('one', 'two'),
      'integration/a.test.js': vitestTests('three'),
    },
  },
  'Playwright with a configuration in a folder': {
    manifest: { scripts: { e2e: 'playwright test -c e2e/playwright.config.ts' }, devDependencies: PLAYWRIGHT },
    own: ['e2e'],
    jobs: ['e2e-1', 'e2e-2'],
    files: {
      'e2e/playwright.config.ts': `import { defineConfig } from '@playwright/test';

export default defineConfig({ testDir: './specs', reporter: 'list' });
`,
      'e2e/specs/a.spec.ts': playwrightTests('one', 'two'),
    },
  },
  'two configurations of Jest': {
    manifest: {
      scripts: { test: 'jest', 'test:e2e': 'jest --config ./test/jest-e2e.json' },
      devDependencies: JEST,
      jest: { rootDir: 'src' },
    },
    own: ['test', 'test:e2e'],
    jobs: ['test-1', 'test-2', 'test-e2e-1', 'test-e2e-2'],
    files: {
      'test/jest-e2e.json': '{ "rootDir": ".", "testRegex": ".e2e-spec.js$" }\n',
      'src/a.test.js': tests('', 'one', 'two'),
      'test/app.e2e-spec.js': tests('', 'three'),
    },
  },
  nyc: {
    manifest: {
      scripts: { test: 'nyc --check-coverage --lines 100 mocha --timeout 10000' },
      devDependencies: { ...MOCHA, nyc: '^17.1.0' },
    },
    own: ['test'],
    jobs: ['test'],
    files: {
      '.gitignore': 'node_modules\n.nyc_output\n',
      'sum.js': 'module.exports = (a, b) => a + b;\n',
      'test/sum.js': `const assert = require('node:assert');
const sum = require('../sum');
it('adds', () => { assert.strictEqual(sum(1, 2), 3); });
it('adds slowly', (done) => { setTimeout(done, 2100); });
`,
    },
  },
  'the two commands of create-vue': {
    manifest: {
      type: 'module',
      scripts: { 'test:unit': 'vitest', 'test:e2e': 'playwright test' },
      devDependencies: { ...VITEST, ...PLAYWRIGHT },
    },
    own: ['test:unit', 'test:e2e'],
    jobs: ['test-e2e-1', 'test-e2e-2', 'test-unit-1', 'test-unit-2'],
    files: {
      'vitest.config.js': vitestConfig('src/**/__tests__/*.spec.js'),
      'playwright.config.js': "export default { testDir: './e2e', reporter: 'list' };\n",
      'src/__tests__/a.spec.js': vitestTests('one', 'two'),
      'e2e/vue.spec.js': playwrightTests('three'),
    },
  },
};

function vitestConfig(include: string): string {
  return `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['${include}'] } });
`;
}
