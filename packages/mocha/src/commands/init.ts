import { commandOption, type FrameworkCommands, type Obstacle } from '../../../frameworks/src/commands/commands.js';
import {
  branchesOf,
  Code,
  type ConfigObject,
  type ConfigValue,
  type Data,
} from '../../../frameworks/src/commands/config-value.js';
import { addToList, names, whatIs } from '../../../frameworks/src/commands/lists.js';
import { evaluate } from './evaluate.js';

const PACKAGE = '@testpoint/mocha';
const SETUP = '@testpoint/mocha/setup';
const OPTIONS = 'reporter-option';
const OPTION_KEYS = ['reporterOptions', 'reporter-options', 'reporterOption', 'reporter-option', 'O'];

export const commands: FrameworkCommands = {
  program: '_?mocha',
  setupKey: 'require',
  // Such as ts-mocha, which passes everything on.
  commands: '(?:_|[a-z]+-)?mocha',
  configFiles: ['cjs', 'js', 'mjs', 'yaml', 'yml', 'jsonc', 'json'].map((extension) => `.mocharc.${extension}`),
  looksAbove: (version) => (Number.parseInt(version ?? '', 10) < 12 ? 'nearest folder' : 'first name'),
  packageKey: 'mocha',
  runBy: [
    {
      title: 'Hardhat',
      package: 'hardhat',
      unless: '@nomicfoundation/hardhat-node-test-runner',
      command: /\bhardhat\s+test\b/,
      byHand: ['hardhat', 'test'],
      place: {
        files: 'hardhat.config.*',
        name: 'mocha in hardhat.config (since Hardhat 3, test.mocha)',
        paste: `reporter: '${PACKAGE}'`,
      },
    },
    {
      title: 'WebdriverIO',
      package: '@wdio/mocha-framework',
      command: /\bwdio\b/,
      results: 'the reporter junit of @wdio/junit-reporter',
    },
    {
      title: 'VS Code’s test CLI',
      package: '@vscode/test-cli',
      command: /\bvscode-test\b/,
      results: "mocha: { reporter: 'xunit', reporterOptions: { output: 'results.xml' } } in .vscode-test",
    },
  ],
  options: { config: commandOption('--config'), reporter: commandOption('-R', '--reporter') },
  withoutConfig: { option: /(?<=^|\s)--no-config(?=\s|$)/, added: ` --reporter ${PACKAGE} --require ${SETUP}` },
  withReporter: (option, value) =>
    `${option.slice(0, option.lastIndexOf(value))}${PACKAGE} --reporter-option console=${value}`,
  setUp,
  evaluate,
  newConfig: () => ({
    file: '.mocharc.json',
    text: `${JSON.stringify({ reporter: PACKAGE, require: [SETUP] }, null, 2)}\n`,
  }),
};

function setUp(root: ConfigValue): Obstacle[] {
  if (root.kind !== 'object') {
    return [{ why: `the configuration is ${whatIs(root)}`, paste: { reporter: PACKAGE, require: [SETUP] } }];
  }
  return [...addReporter(root), ...addToList(root, 'require', SETUP), ...misplaced(root)];
}

/** A reporter in `require` is loaded, but does not report. */
function misplaced(root: ConfigObject): Obstacle[] {
  const required = root.get('require');
  const items = required?.kind === 'list' ? required.items : required?.kind === 'text' ? [required] : [];
  if (!items.some((item) => names(item, PACKAGE))) return [];
  const why = `${PACKAGE} is in require, where it has no effect: move it to reporter`;
  return [{ why, isWrong: true, paste: { reporter: PACKAGE } }];
}

/** Mocha has only one reporter, so the previous one prints through ours. Its options reach it as before. */
function addReporter(root: ConfigObject): Obstacle[] {
  const reporter = root.get('reporter') ?? root.get('R');
  if (reporter === undefined) {
    root.add('reporter', PACKAGE);
    return [];
  }
  if (reporter.kind === 'default') {
    reporter.replace(PACKAGE);
    return [];
  }
  if (names(reporter, PACKAGE)) return [];
  if (reporter.kind === 'unknown' && reporter.inherited !== undefined) {
    const console = new Code(`\`console=\${${reporter.inherited} ?? 'spec'}\``);
    root.add('reporter', PACKAGE);
    root.add(OPTIONS, [console]);
    return [];
  }
  const [only] = branchesOf(reporter);
  if (reporter.kind === 'text' && addConsole(root, reporter.text, `console=${reporter.text}`)) {
    reporter.replace(PACKAGE);
    return [];
  }
  const condition = reporter.kind === 'choice' ? reporter.condition : undefined;
  const isOfTexts = branchesOf(reporter).every((branch) => branch.kind === 'text' && branch.text !== PACKAGE);
  if (condition !== undefined && isOfTexts) {
    const { source } = condition;
    if (addConsole(root, new Code(source), new Code(`\`console=\${${source}}\``))) {
      condition.replace(PACKAGE);
      return [];
    }
  }
  return [
    {
      why: reporter.kind === 'text' ? 'reporter has options that can’t be read' : `reporter is ${whatIs(reporter)}`,
      paste: { reporter: PACKAGE, [OPTIONS]: [`console=${only?.kind === 'text' ? only.text : 'spec'}`] },
    },
  ];
}

/** @param text the option, with its name. @returns false if the options can't be read */
function addConsole(root: ConfigObject, reporter: Data, text: Data): boolean {
  const key = OPTION_KEYS.find((key) => root.get(key) !== undefined);
  const options = key === undefined ? undefined : root.get(key);
  switch (options?.kind) {
    case undefined:
      // A list of texts is the only form that Mocha 10, 11 and 12 read.
      root.add(OPTIONS, [text]);
      return true;
    case 'list':
      options.append(text);
      return true;
    case 'default':
      options.replace([text]);
      return true;
    case 'text':
      options.replace([options.text, text]);
      return true;
    case 'object':
      options.add('console', reporter);
      return true;
    default:
      return false;
  }
}
