import type { ConfigValue } from '../config/config-value.js';
import { commandOption, type Framework, type Obstacle } from './framework.js';
import { addToList, whatIs } from './lists.js';

const PACKAGE = '@testpoint/vitest';
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];

export const vitest: Framework = {
  name: 'vitest',
  title: 'Vitest',
  dependency: 'vitest',
  reporter: PACKAGE,
  configFiles: ['vitest', 'vite'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.config.${extension}`)),
  options: { config: commandOption('-c', '--config'), reporter: commandOption('--reporter') },
  isShared: (file) => /(^|[\\/])vite\./.test(file),
  setUp,
  newConfig: ({ isTypeScript, isModule }) => ({
    file: `vitest.config.${isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`,
    text: `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', '${PACKAGE}'],
  },
});
`,
  }),
};

function setUp(root: ConfigValue, namesOfReporter: readonly string[]): Obstacle[] {
  const paste = [`test: { reporters: ['default', '${PACKAGE}'] }`];
  if (root.kind !== 'object') return [{ why: `the configuration is ${whatIs(root)}`, paste }];
  const test = root.get('test');
  if (test === undefined) {
    root.add('test', { reporters: ['default', PACKAGE] });
    return [];
  }
  if (test.kind !== 'object') return [{ why: `test is ${whatIs(test)}`, paste }];
  return addToList(test, 'reporters', PACKAGE, { before: ['default'], imported: namesOfReporter });
}
