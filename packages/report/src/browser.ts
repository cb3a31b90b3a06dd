/** What pages share with the code that writes reports. Loads in browsers. */

export { fromId, pathId } from '@testpoint/interface/codec';
export { type ComparedResult, DIFFERENCES, type Difference, differenceOf, slugOf } from './aggregates/difference.js';
export { statesIn, statesLine } from './aggregates/states.js';
export * from './format.js';
export { listOf, type Members, membersOf, numberOf, parsed, textOf } from './members.js';
export { isPicture, isTrace } from './read/evidence.js';
export { type ResultTimes, restOf, resultTimes } from './read/result-times.js';
export { isSameFile } from './read/same-file.js';
export { csvOf, LIST_COLUMNS, millisecondsCell, OUTCOME_WORDS, REPEAT_WORDS } from './take-away/csv.js';
export { commandLine, type Shell } from './take-away/quoting.js';
export { canRerun, type RerunTarget, rerunCommand, rerunCommands } from './take-away/rerun.js';
export { counted, grouped } from './verdict/counted.js';
export { duration, UNDER_A_SECOND } from './verdict/duration.js';
export { expiredSentences } from './verdict/expired.js';
export { frameworkAndVersion, frameworkName } from './verdict/framework-name.js';
export { headlineOf, titleOf, toneOf } from './verdict/headline.js';
export { runTimeIn, runTimeOf } from './verdict/run-time.js';
