import type { ConfigObject, ConfigValue } from '../config/config-value.js';
import { commandOption, type Framework, type Obstacle } from './framework.js';
import { addToList, names, whatIs } from './lists.js';

const PACKAGE = '@testpoint/jest';
const SETUP = '@testpoint/jest/setup';
const SETUP_KEY = 'setupFilesAfterEnv';

export const jest: Framework = {
  name: 'jest',
  title: 'Jest',
  dependency: 'jest',
  reporter: PACKAGE,
  configFiles: ['js', 'ts', 'mjs', 'cjs', 'json', 'cts', 'mts'].map((extension) => `jest.config.${extension}`),
  packageKey: 'jest',
  options: { config: commandOption('-c', '--config'), reporter: commandOption('--reporters') },
  setUp,
  newConfig: ({ isModule }) => ({
    file: 'jest.config.js',
    text: `/** @type {import('jest').Config} */
${isModule ? 'export default' : 'module.exports ='} {
  reporters: ['default', '${PACKAGE}'],
  ${SETUP_KEY}: ['${SETUP}'],
};
`,
  }),
};

function setUp(root: ConfigValue): Obstacle[] {
  if (root.kind !== 'object') {
    const paste = [`reporters: ['default', '${PACKAGE}'],`, `${SETUP_KEY}: ['${SETUP}'],`];
    return [{ why: `the configuration is ${whatIs(root)}`, paste }];
  }
  return [...addToList(root, 'reporters', PACKAGE, { before: ['default'] }), ...addSetupFile(root), ...misplaced(root)];
}

/** `setupFiles` run before there is a test or a hook to observe. */
function misplaced(root: ConfigObject): Obstacle[] {
  const files = root.get('setupFiles');
  if (files?.kind !== 'list' || !files.items.some((item) => names(item, SETUP))) return [];
  const why = `${SETUP} is in setupFiles, where it has no effect: move it to ${SETUP_KEY}`;
  return [{ why, isWrong: true, paste: [`${SETUP_KEY}: ['${SETUP}']`] }];
}

/** Projects do not inherit this setting from the configuration that contains them. */
function addSetupFile(root: ConfigObject): Obstacle[] {
  const projects = root.get('projects');
  if (projects === undefined) return addToList(root, SETUP_KEY, SETUP);
  const inline = projects.kind === 'list' ? projects.items.filter((item) => item.kind === 'object') : [];
  const obstacles = inline.flatMap((project) => addToList(project, SETUP_KEY, SETUP));
  const isComplete = projects.kind === 'list' && inline.length === projects.items.length;
  return isComplete
    ? obstacles
    : [
        ...obstacles,
        {
          why: 'each project has its own configuration, which needs this line for hooks and steps',
          paste: [`${SETUP_KEY}: ['${SETUP}']`],
        },
      ];
}
