import type { ConfigObject, ConfigValue } from '../config/config-value.js';
import { commandOption, type Framework, type Obstacle } from './framework.js';
import { addToList, names, whatIs } from './lists.js';

const PACKAGE = '@testpoint/mocha';
const SETUP = '@testpoint/mocha/setup';
const OPTION_KEYS = ['reporterOptions', 'reporter-options', 'reporterOption', 'reporter-option', 'O'];

export const mocha: Framework = {
  name: 'mocha',
  title: 'Mocha',
  dependency: 'mocha',
  reporter: PACKAGE,
  configFiles: ['cjs', 'js', 'mjs', 'yaml', 'yml', 'jsonc', 'json'].map((extension) => `.mocharc.${extension}`),
  packageKey: 'mocha',
  options: { config: commandOption('--config'), reporter: commandOption('-R', '--reporter') },
  setUp,
  newConfig: () => ({
    file: '.mocharc.json',
    text: `${JSON.stringify({ reporter: PACKAGE, require: [SETUP] }, null, 2)}\n`,
  }),
};

function setUp(root: ConfigValue): Obstacle[] {
  if (root.kind !== 'object') {
    const paste = [`reporter: '${PACKAGE}',`, `require: ['${SETUP}'],`];
    return [{ why: `the configuration is ${whatIs(root)}`, paste }];
  }
  return [...addReporter(root), ...addToList(root, 'require', SETUP), ...misplaced(root)];
}

/** A reporter in `require` is loaded, but does not report. */
function misplaced(root: ConfigObject): Obstacle[] {
  const required = root.get('require');
  const items = required?.kind === 'list' ? required.items : required?.kind === 'text' ? [required] : [];
  if (!items.some((item) => names(item, PACKAGE))) return [];
  const why = `${PACKAGE} is in require, where it has no effect: move it to reporter`;
  return [{ why, isWrong: true, paste: [`reporter: '${PACKAGE}'`] }];
}

/** Mocha has only one reporter, so the previous one prints through ours. */
function addReporter(root: ConfigObject): Obstacle[] {
  const reporter = root.get('reporter') ?? root.get('R');
  if (reporter === undefined) {
    root.add('reporter', PACKAGE);
    return [];
  }
  if (names(reporter, PACKAGE)) return [];
  const options = OPTION_KEYS.find((key) => root.get(key) !== undefined);
  if (reporter.kind === 'text' && options === undefined) {
    reporter.replace(PACKAGE);
    root.add('reporterOptions', { console: reporter.text });
    return [];
  }
  return [
    {
      why: options === undefined ? `reporter is ${whatIs(reporter)}` : `the reporter has options (${options})`,
      paste: [
        `reporter: '${PACKAGE}',`,
        'reporterOptions: { console: <your reporter>, consoleOptions: { <its options> } },',
      ],
    },
  ];
}
