import { commandOption, type FrameworkCommands } from '../../../frameworks/src/commands/commands.js';
import { evaluate, PACKAGE, SETUP } from './evaluate.js';

const OURS = reporter(PACKAGE);
/** The reporter that Node takes if none is named depends on the terminal before Node 23. */
const USUAL = reporter(`${PACKAGE}/usual`);

export const commands: FrameworkCommands = {
  // Also of programs that pass Node's options on.
  commands: String.raw`(?:node|tsx)(?=\s(?:[^;&|"']*\s)?--test(?:\s|$))`,
  program: '(?!)',
  setupKey: '--import',
  configFiles: [],
  options: { config: /(?!)/, reporter: commandOption('--test-reporter') },
  withoutConfig: { option: /^/, added: ['', '--import', SETUP, USUAL, OURS].join(' ') },
  // Node wants a destination for each reporter if there are several.
  withReporter: (option) => `${['', '--import', SETUP, OURS].join(' ')}${option}`,
  setUp: () => [],
  evaluate,
};

function reporter(name: string): string {
  return [`--test-reporter=${name}`, '--test-reporter-destination=stdout'].join(' ');
}
