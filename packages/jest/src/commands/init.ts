import { commandOption, type FrameworkCommands, type Obstacle } from '../../../frameworks/src/commands/commands.js';
import {
  branchesOf,
  type ConfigObject,
  type ConfigValue,
  IN_SPREAD,
} from '../../../frameworks/src/commands/config-value.js';
import { addToList, names, whatIs } from '../../../frameworks/src/commands/lists.js';
import { evaluate } from './evaluate.js';

const PACKAGE = '@testpoint/jest';
const SETUP = '@testpoint/jest/setup';
const SETUP_KEY = 'setupFilesAfterEnv';
const LINES = `reporters: ['default', '${PACKAGE}'], ${SETUP_KEY}: ['${SETUP}']`;

export const commands: FrameworkCommands = {
  program: 'jest(?:[\\/]bin[\\/]jest)?',
  shards: { option: '--shard', whenEmpty: '--passWithNoTests' },
  endsWatching: [
    [/\bjest\b.*--watchAll\b/, '--watchAll=false'],
    [/\bjest\b.*--watch\b/, '--watch=false'],
  ],
  setupKey: SETUP_KEY,
  carrier: {
    // Create React App, which has ended with Jest 27, also under the programs that change its configuration.
    package: 'react-scripts',
    script: /\b(react-scripts|react-app-rewired|craco)\s+test\b/,
    newest: '27',
    remedy: 'Run the tests with Vitest, or with Jest 29 or newer instead of react-scripts',
  },
  configFiles: ['js', 'ts', 'mjs', 'cjs', 'json', 'cts', 'mts'].map((extension) => `jest.config.${extension}`),
  packageKey: 'jest',
  readsManifest: '@backstage/cli',
  runBy: [
    {
      title: 'Stencil',
      package: '@stencil/core',
      command: /\bstencil\s+test\b/,
      place: { files: 'stencil.config.*', name: 'testing in stencil.config.ts', paste: LINES },
    },
    {
      title: 'Storybook’s test runner',
      package: '@storybook/test-runner',
      command: /\btest-storybook\b/,
      place: {
        files: '{,.storybook/}test-runner-jest*',
        name: 'test-runner-jest.config.js, which test-storybook --eject writes',
        // It has setup files of its own.
        paste: `reporters: ['default', '${PACKAGE}']`,
      },
    },
    {
      title: 'wp-scripts',
      package: '@wordpress/scripts',
      command: /\bwp-scripts\s+test-unit-j(?:s|est)\b/,
      place: {
        files: 'jest{,-unit}.config.*',
        name: 'jest-unit.config.js',
        // Its own reporter annotates pull requests.
        paste: `const config = require('@wordpress/scripts/config/jest-unit.config'); module.exports = { ...config, reporters: [...config.reporters, '${PACKAGE}'], ${SETUP_KEY}: ['${SETUP}'] };`,
      },
    },
  ],
  options: {
    config: commandOption('-c', '--config'),
    folder: commandOption('--rootDir'),
    reporter: commandOption('--reporters'),
  },
  // Jest takes the configuration of the first one, and runs the others with that.
  withoutConfig: {
    option: /(?<=^|\s)(?=--projects[=\s])/,
    added: `--reporters=default --reporters=${PACKAGE} `,
  },
  // Before it, because the option takes all words up to the next option.
  withReporter: (option) => ` --reporters=${PACKAGE}${option}`,
  setUp,
  evaluate,
  projects: { of: projectPatterns, setUp: setUpProject },
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

const REPORTERS = ['default', PACKAGE];

function setUp(root: ConfigValue): Obstacle[] {
  if (root.kind !== 'object') {
    return [{ why: `the configuration is ${whatIs(root)}`, paste: { reporters: REPORTERS, [SETUP_KEY]: [SETUP] } }];
  }
  const inline = inlineProjects(root);
  // Projects do not inherit this setting from the configuration that contains them.
  const needing = projectsOf(root).length === 0 ? [root] : inline;
  return [
    ...addToList(root, 'reporters', PACKAGE, { whole: REPORTERS }),
    ...needing.flatMap((project) => addToList(project, SETUP_KEY, SETUP)),
    ...unreadableProjects(root),
    ...misplaced(root),
  ];
}

function setUpProject(root: ConfigValue): Obstacle[] {
  if (root.kind === 'object') return [...addToList(root, SETUP_KEY, SETUP), ...misplaced(root)];
  return [{ why: `the configuration is ${whatIs(root)}`, paste: { [SETUP_KEY]: [SETUP] } }];
}

function projectsOf(root: ConfigObject): ConfigValue[] {
  const projects = root.get('projects');
  // A spread object seldom has projects. If it does, doctor finds that the setup file is missing there.
  return projects === undefined || (projects.kind === 'unknown' && projects.what === IN_SPREAD)
    ? []
    : branchesOf(projects).flatMap((branch) => (branch.kind === 'list' ? branch.items : [branch]));
}

function inlineProjects(root: ConfigObject): ConfigObject[] {
  return projectsOf(root).filter((project) => project.kind === 'object');
}

function projectPatterns(root: ConfigValue): string[] {
  if (root.kind !== 'object') return [];
  return projectsOf(root).flatMap((project) => (project.kind === 'text' ? [project.text] : []));
}

function unreadableProjects(root: ConfigObject): Obstacle[] {
  const isRead = (project: ConfigValue) => project.kind === 'object' || project.kind === 'text' || isNx(project);
  if (projectsOf(root).every(isRead)) return [];
  const why = 'each project has its own configuration, which needs this line for hooks and steps';
  return [{ why, paste: { [SETUP_KEY]: [SETUP] } }];
}

/** The projects of an Nx workspace, which are set up as its packages. */
function isNx(projects: ConfigValue): boolean {
  return projects.kind === 'unknown' && /\bgetJestProjects(Async)?\(/.test(projects.source);
}

/** `setupFiles` run before there is a test or a hook to observe. */
function misplaced(root: ConfigObject): Obstacle[] {
  const files = root.get('setupFiles');
  if (files?.kind !== 'list' || !files.items.some((item) => names(item, SETUP))) return [];
  const why = `${SETUP} is in setupFiles, where it has no effect: move it to ${SETUP_KEY}`;
  return [{ why, isWrong: true, paste: { [SETUP_KEY]: [SETUP] } }];
}
