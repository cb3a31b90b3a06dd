import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeProject } from '../../../scripts/projects.mjs';
import { PATIENCE, Suite, useService } from './harness.js';

const service = useService();
const ours = fileURLToPath(new URL('..', import.meta.url));

const CONFIG = `module.exports = {
  reporter: [['json', { outputFile: process.env.JSON_REPORT }], ...JSON.parse(process.env.TESTPOINT_OPTIONS).map((options) => ['@testpoint/playwright', options])],
};`;
const TEST = `const { test } = require('@playwright/experimental-ct-react');
const { parameter, step } = require('@testpoint/playwright/api');
test('calls the API', async () => {
  parameter('size', 'small');
  await step('renders', () => {});
});`;

// Package managers may install the newest @playwright/test beside the older Playwright of component tests.
it(
  'the test API uses the Playwright that runs the tests, whichever @playwright/test is installed',
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-ct-')));
    const suite = new Suite(folder, service.url, 'playwright-ct.config.js');
    try {
      const files = {
        'package.json': '{}',
        'playwright-ct.config.js': CONFIG,
        'a.spec.js': TEST,
        'node_modules/@playwright/test/index.js': "throw new Error('Requiring @playwright/test second time');",
      };
      writeProject(folder, files, {
        '@playwright/experimental-ct-react': join(ours, 'node_modules/@playwright/test'),
        '@testpoint/core': join(ours, '../core'),
      });
      for (const part of ['package.json', 'api', 'dist']) {
        cpSync(join(ours, part), join(folder, 'node_modules/@testpoint/playwright', part), { recursive: true });
      }
      const { stderr } = await suite.run();
      expect(stderr).toContain('1 result: 1 passed');
      await suite.arrived();
      const { parameters, stepResults } = await suite.result('a.spec.js > calls the API');
      expect({ parameters, steps: stepResults?.map(({ title }) => title) }).toEqual({
        parameters: { size: 'small' },
        steps: ['renders'],
      });
    } finally {
      suite.clean();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  PATIENCE,
);
