import { commandOption, type FrameworkCommands, type Obstacle } from '../../../frameworks/src/commands/commands.js';
import { branchesOf, Code, type ConfigValue } from '../../../frameworks/src/commands/config-value.js';
import { appendOnce, extended, names, whatIs } from '../../../frameworks/src/commands/lists.js';
import { evaluate } from './evaluate.js';

const PACKAGE = '@testpoint/playwright';
const DEFAULT = "process.env.CI ? 'dot' : 'list'";
const REPORTERS = [[new Code(DEFAULT)], [PACKAGE]];

export const commands: FrameworkCommands = {
  program: '@?playwright(?:(?:[\\/]test)?[\\/]cli)?',
  shards: { option: '--shard' },
  preparation: 'npx playwright install --with-deps',
  // For component tests.
  editions: /^@playwright\/experimental-ct-(?!core)/,
  // Those of component tests and of Azure's service are named on the command line.
  configFiles: ['playwright', 'playwright-ct', 'playwright.service'].flatMap((name) =>
    ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((extension) => `${name}.config.${extension}`),
  ),
  usesEachFile: true,
  options: { config: commandOption('-c', '--config'), reporter: commandOption('--reporter') },
  withReporter: (option) => `${option},${PACKAGE}`,
  setUp,
  evaluate,
  newConfig: () => ({
    file: 'playwright.config.ts',
    text: `import { defineConfig } from '@playwright/test';

export default defineConfig({
  reporter: [[process.env.CI ? 'dot' : 'list'], ['${PACKAGE}']],
});
`,
  }),
};

function setUp(root: ConfigValue): Obstacle[] {
  if (root.kind !== 'object') return [{ why: `the configuration is ${whatIs(root)}`, paste: { reporter: REPORTERS } }];
  const reporter = root.get('reporter');
  if (reporter === undefined) {
    root.add('reporter', REPORTERS);
    return [];
  }
  return branchesOf(reporter).flatMap((value): Obstacle[] => {
    if (value.kind === 'list') appendOnce(value, PACKAGE, [PACKAGE]);
    else if (value.kind === 'default') value.replace(REPORTERS);
    else if (names(value, PACKAGE)) return [];
    else if (value.kind === 'text') value.replace([[value.text], [PACKAGE]]);
    else if (value.kind === 'unknown' && value.inherited !== undefined)
      root.add('reporter', [inheritedOr(value.inherited), [PACKAGE]]);
    else return [{ why: `reporter is ${whatIs(value)}`, paste: { reporter: extended(value, [PACKAGE], REPORTERS) } }];
    return [];
  });
}

/** The entries that a spread object has, which may be a single name, or else Playwright's default. */
function inheritedOr(inherited: string): Code {
  // To TypeScript, an entry is a tuple.
  const type = inherited.startsWith('Object(') ? ' as [string]' : '';
  return new Code(`...[${inherited} ?? (${DEFAULT})].flat().map((one) => [one].flat()${type})`);
}
