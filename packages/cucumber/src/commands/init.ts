import { commandOption, type FrameworkCommands, type Obstacle } from '../../../frameworks/src/commands/commands.js';
import {
  branchesOf,
  Code,
  type ConfigObject,
  type ConfigValue,
} from '../../../frameworks/src/commands/config-value.js';
import { appendOnce, extended, names, whatIs } from '../../../frameworks/src/commands/lists.js';
import { evaluate } from './evaluate.js';

const PACKAGE = '@testpoint/cucumber';
/** With a file, which stays empty: without one, our formatter would replace the one that prints. */
const FORMAT = [PACKAGE, '.testpoint/cucumber.log'];
/** Options of a profile, which tell one from an object of profiles. */
const OPTIONS =
  /^(?:backtrace|dryRun|exit|failFast|forceExit|format|formatOptions|import|language|loader|name|order|parallel|paths|plugin|pluginOptions|publish|publishQuiet|require|requireModule|retry|retryTagFilter|shard|strict|tags|worldParameters)$/;

export const commands: FrameworkCommands = {
  commands: 'cucumber(?:-js)?',
  program: 'cucumber(?:\\.js)?',
  shards: { option: '--shard', since: '12.2' },
  configFiles: ['js', 'cjs', 'mjs', 'json', 'yaml', 'yml'].map((extension) => `cucumber.${extension}`),
  // Formatters of a command are added to those of its configuration.
  options: { config: commandOption('-c', '--config'), reporter: /(?!)/ },
  withReporter: (option) => option,
  setUp,
  evaluate,
  newConfig: () => ({
    file: 'cucumber.json',
    text: `${JSON.stringify({ default: { format: [FORMAT] } }, null, 2)}\n`,
  }),
};

function setUp(root: ConfigValue): Obstacle[] {
  return branchesOf(root).flatMap((value): Obstacle[] => {
    const paste = { format: [FORMAT] };
    if (value.kind !== 'object') return [{ why: `the configuration is ${whatIs(value)}`, paste }];
    const profile = value.get('default');
    if (profile !== undefined) return branchesOf(profile).flatMap((one) => setUpProfile(one));
    // An ES module exports the default profile itself; other files export all profiles.
    if (value.keys.some((key) => OPTIONS.test(key))) return setUpProfile(value);
    value.add('default', paste);
    return [];
  });
}

function setUpProfile(profile: ConfigValue): Obstacle[] {
  if (profile.kind === 'object') return addFormat(profile);
  if (names(profile, PACKAGE)) return [];
  // Options as on the command line.
  if (profile.kind === 'text' && !profile.text.includes(PACKAGE)) {
    profile.replace(`${profile.text} --format '"${FORMAT[0]}":"${FORMAT[1]}"'`);
    return [];
  }
  return profile.kind === 'text'
    ? []
    : [{ why: `the default profile is ${whatIs(profile)}`, paste: { format: [FORMAT] } }];
}

function addFormat(profile: ConfigObject): Obstacle[] {
  const format = profile.get('format');
  if (format === undefined) {
    profile.add('format', [FORMAT]);
    return [];
  }
  return branchesOf(format).flatMap((value): Obstacle[] => {
    if (value.kind === 'list') appendOnce(value, PACKAGE, FORMAT);
    else if (value.kind === 'default') value.replace([FORMAT]);
    else if (names(value, PACKAGE)) return [];
    else if (value.kind === 'text') value.replace([value.text, FORMAT]);
    else if (value.kind === 'unknown' && value.inherited !== undefined)
      profile.add('format', [new Code(`...(${value.inherited} ?? [])`), FORMAT]);
    else return [{ why: `format is ${whatIs(value)}`, paste: { format: extended(value, FORMAT, [FORMAT]) } }];
    return [];
  });
}
