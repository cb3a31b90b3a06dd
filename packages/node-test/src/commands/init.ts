import type { FrameworkCommands } from '../../../frameworks/src/commands/commands.js';
import { evaluate, PACKAGE, SETUP } from './evaluate.js';

const DESTINATION = '--test-reporter-destination';
const STDOUT = [DESTINATION, 'stdout'].join('=');
/** With all that follows: a destination may. */
const REPORTER = /(?:^|\s)--test-reporter[= ]\s*(\S+)(?=\s|$).*$/s;
const OURS = reporter(PACKAGE);
/** The reporter that Node takes if none is named depends on the terminal before Node 23. */
const USUAL = reporter(`${PACKAGE}/usual`);

export const commands: FrameworkCommands = {
  // Also of programs that pass Node's options on.
  commands: String.raw`(?:node|tsx)(?=\s(?:[^;&|"']*\s)?--test(?:\s|$))`,
  program: '(?!)',
  setupKey: '--import',
  // After the name of a file, Node takes an option for another file.
  shards: {
    option: '--test-shard',
    after: /^(?:\s+(?:-[\w-]+(?:=\S*)?|(?:--(?:import|require|test-reporter)|-r)\s+\S+))*\s*$/,
  },
  configFiles: [],
  runBy: [
    {
      title: 'borp',
      package: 'borp',
      command: /\bborp\b/,
      place: {
        files: 'package.json',
        name: 'scripts in package.json',
        paste: `--reporter spec --reporter ${PACKAGE}`,
      },
    },
  ],
  options: { config: /(?!)/, reporter: REPORTER },
  withoutConfig: { option: /^/, added: (given) => ['', loader(given), SETUP, USUAL, OURS].join(' ') },
  // Node wants a destination for each reporter if there are several.
  withReporter: (option, _value, given) => {
    const theirs = option.includes(DESTINATION)
      ? option
      : option.replace(/^\s*--test-reporter[= ]\s*\S+/, (named) => [named, STDOUT].join(' '));
    return `${['', loader(given), SETUP, OURS].join(' ')}${theirs}`;
  },
  setUp: () => [],
  evaluate,
};

/** With --import, Node loads test files as modules, which what --require has loaded may not compile, such as ts-node. */
function loader(given: string): string {
  return /(?:^|\s)(?:-r|--require)[\s=]/.test(given) ? '--require' : '--import';
}

function reporter(name: string): string {
  return [`--test-reporter=${name}`, STDOUT].join(' ');
}
