/** What pages share with the code that writes reports. Loads in browsers. */
export { csvOf, LIST_COLUMNS, OUTCOME_WORDS, REPEAT_WORDS } from './csv.js';
export * from './format.js';
export { HIDDEN, hidesSomething } from './hidden.js';
export { commandLine, type Shell } from './quoting.js';
export { type RerunTarget, rerunCommand, rerunCommands } from './rerun.js';
