import { commandOption, type FrameworkCommands, type Obstacle } from '../../../frameworks/src/commands/commands.js';
import { branchesOf, Code, type ConfigValue, NodeCode } from '../../../frameworks/src/commands/config-value.js';
import { addToList, inheritedOr, names, whatIs } from '../../../frameworks/src/commands/lists.js';
import { hasUnitTests, setUpAngular } from './angular.js';
import { evaluate } from './evaluate.js';

const PACKAGE = '@testpoint/vitest';
/** Vitest's default, which has one more reporter in GitHub Actions, and ours. */
const REPORTERS = ['default', new NodeCode("...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])"), PACKAGE];
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];

export const commands: FrameworkCommands = {
  program: 'vitest',
  // It refuses more shards than files otherwise.
  shards: { option: '--shard', whenEmpty: '--passWithNoTests' },
  endsWatching: [
    [/\bng test\b(?!.*--(no-)?watch)/, '--watch=false'],
    [/^(?!.*\bvitest\b.*(\brun\b|--watch=false)).*\bvitest\b/, '--run'],
  ],
  types: 'vitest/config',
  typesOfNode: ['vite', 'vitest'],
  configFiles: [
    'angular.json',
    ...['vitest', 'vite'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.config.${extension}`)),
  ],
  looksAbove: () => 'nearest folder',
  options: {
    config: commandOption('-c', '--config'),
    folder: commandOption('-r', '--root'),
    reporter: commandOption('--reporter'),
  },
  contentOf(file, text) {
    if (file === 'angular.json') return hasUnitTests(text()) ? 'own' : 'nothing';
    // A configuration may define its projects itself.
    if (/\bdefineProject\(/.test(text()) && !/\bprojects\s*[:,}]/.test(text())) return 'project';
    return file.startsWith('vite.') && !/\btest\s*:\s*\{/.test(text()) ? 'place' : 'own';
  },
  withReporter: (option) => `${option} --reporter=${PACKAGE}`,
  setUp,
  evaluate,
  newConfig: ({ isModule, process }) => ({
    // In JavaScript, because TypeScript may compile all of its files, or expect them in another folder.
    file: `vitest.config.${isModule ? 'js' : 'mjs'}`,
    text: `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', ...(${process}.env.GITHUB_ACTIONS ? ['github-actions'] : []), '${PACKAGE}'],
  },
});
`,
  }),
};

function setUp(root: ConfigValue, namesOfReporter: readonly string[]): Obstacle[] {
  const paste = { test: { reporters: REPORTERS } };
  if (root.kind !== 'object') return [{ why: `the configuration is ${whatIs(root)}`, paste }];
  if (root.get('projects')?.kind === 'object') return setUpAngular(root, PACKAGE);
  const test = root.get('test');
  if (test === undefined) {
    root.add('test', { reporters: REPORTERS });
    return [];
  }
  if (names(test, PACKAGE)) return [];
  if (test.kind === 'unknown' && test.inherited !== undefined) {
    const { text } = inheritedOr(`${test.inherited}?.reporters`, REPORTERS, PACKAGE);
    root.add('test', new Code(`{ ...${test.inherited}, reporters: [${text}, '${PACKAGE}'] }`));
    return [];
  }
  return branchesOf(test).flatMap((value) =>
    value.kind === 'object'
      ? addToList(value, 'reporters', PACKAGE, { whole: REPORTERS, imported: namesOfReporter })
      : [{ why: `test is ${whatIs(value)}`, paste }],
  );
}
