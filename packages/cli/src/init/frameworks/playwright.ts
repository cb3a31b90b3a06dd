import type { ConfigValue } from '../config/config-value.js';
import { commandOption, type Framework, type Obstacle } from './framework.js';
import { appendOnce, names, whatIs } from './lists.js';

const PACKAGE = '@testpoint/playwright';

export const playwright: Framework = {
  name: 'playwright',
  title: 'Playwright',
  dependency: '@playwright/test',
  reporter: PACKAGE,
  configFiles: ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((extension) => `playwright.config.${extension}`),
  options: { config: commandOption('-c', '--config'), reporter: commandOption('--reporter') },
  setUp,
  newConfig: () => ({
    file: 'playwright.config.ts',
    text: `import { defineConfig } from '@playwright/test';

export default defineConfig({
  reporter: [['list'], ['${PACKAGE}']],
});
`,
  }),
};

function setUp(root: ConfigValue): Obstacle[] {
  const paste = [`reporter: [['list'], ['${PACKAGE}']]`];
  if (root.kind !== 'object') return [{ why: `the configuration is ${whatIs(root)}`, paste }];
  const reporter = root.get('reporter');
  if (reporter === undefined) root.add('reporter', [['list'], [PACKAGE]]);
  else if (reporter.kind === 'list') appendOnce(reporter, PACKAGE, [PACKAGE]);
  else if (names(reporter, PACKAGE)) return [];
  else if (reporter.kind === 'text') reporter.replace([[reporter.text], [PACKAGE]]);
  else return [{ why: `reporter is ${whatIs(reporter)}`, paste: [`reporter: [ …, ['${PACKAGE}'] ]`] }];
  return [];
}
