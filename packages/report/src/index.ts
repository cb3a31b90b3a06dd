export { fromId, pathId } from '@testpoint/interface/codec';
export { countsOf, noCounts, sumOf, testCountsOf, worstRows } from './aggregates/counts.js';
export { failureGroupsOf } from './aggregates/failure-groups.js';
export { type State, statesIn, statesLine } from './aggregates/states.js';
export { type ByteRange, rangeOf } from './byte-range.js';
export * from './format.js';
export { newFailuresOf } from './history/new-failures.js';
export { type Masking, TEXT_SAMPLE } from './masking.js';
export { countOf, listOf, type Members, membersOf, numberOf, textOf } from './members.js';
export { resultsMissing } from './messages.js';
export { evidenceOf } from './read/evidence.js';
export { FolderSource } from './read/folder-source.js';
export { type ReportSource, type SourceAttachment, UnreadableSourceError } from './read/report-source.js';
export { countRow, letterOf, type ResultRow, rowOf, saysFlaky } from './read/result-row.js';
export { type ResultTimes, restOf, resultTimes } from './read/result-times.js';
export { sessionFromJournal } from './read/session-data.js';
export { SingleSource } from './read/single-source.js';
export { titleSuffix } from './read/title-suffix.js';
export { testKey } from './run/key.js';
export type { Superseded } from './run/reruns.js';
export type { Row } from './run/row.js';
export { reportOrder } from './run/row-order.js';
export { Rows } from './run/rows.js';
export { type Run, type RunOptions, readRun } from './run/run.js';
export { csvOf, LIST_COLUMNS, millisecondsCell, OUTCOME_WORDS, REPEAT_WORDS } from './take-away/csv.js';
export type { Shell } from './take-away/quoting.js';
export { type RerunTarget, rerunCommand, rerunCommands } from './take-away/rerun.js';
export { annotationsOf } from './verdict/annotations.js';
export { counted, grouped } from './verdict/counted.js';
export { UNDER_A_SECOND } from './verdict/duration.js';
export { plain } from './verdict/escape.js';
export { expiredSentences } from './verdict/expired.js';
export { brokenRules, type GateRules, type Judged, judged } from './verdict/gate.js';
export {
  KNOWN_FAILURES_FILE,
  KnownFailuresError,
  markKnown,
  readKnownFailures,
  today,
} from './verdict/known-failures.js';
export { LONGEST_COMMENT, LONGEST_SUMMARY, pageFor, spaceIn } from './verdict/summary-page.js';
export { NothingToCompareError } from './write/other-run.js';
export { replaceFile } from './write/replace-file.js';
export { pageOf, readMarker, realFolder, restoreMoved, whyOther } from './write/report-folder.js';
export type { OpenSource, ReportOptions } from './write/report-options.js';
export { rowChunkOf } from './write/row-chunks.js';
export { runDataOf } from './write/run-data.js';
export { SearchTexts } from './write/search-texts.js';
export { writeSingle } from './write/single-file.js';
export { withVerdict } from './write/viewer-files.js';
export { type WrittenReport, writeReport } from './write/write-report.js';
