export type { DeliverySettings } from './between-threads/protocol.js';
export { asArgument, reportElsewhere, runCreation } from './between-threads/remedies.js';
export { describeUnmatched } from './between-threads/unmatched.js';
export { describeWaiting, MUCH_WAITING, type WaitingSessions } from './between-threads/waiting.js';
export { ChannelReader } from './channel/read/channel-reader.js';
export { mergedTestData } from './channel/read/merged-test-data.js';
export { workerNumber } from './channel/read/worker-number.js';
export type { FlushedSession, FlushOptions, FlushReport } from './delivery/flush.js';
export { flush } from './flush.js';
export * from './model.js';
export { type CatalogEntry, catalogPath } from './outbox/format/outbox-files.js';
export { plainFiles } from './outbox/format/plain-files.js';
export { listSessions } from './outbox/read/sessions.js';
export { waitingIn } from './outbox/read/waiting.js';
export {
  DATA_CALLBACK,
  OPEN_TRACE_PATH,
  OPEN_TRACE_TOKEN,
  SERVED_DATA,
  type ServedReport,
} from './report/format.js';
export type { MadeReport, MakeReportOptions } from './report/make-report.js';
export { makeReport, pageOf } from './report.js';
export { comparison } from './result/comparison.js';
export { hasLostInJson, isLostInJson } from './result/lost-in-json.js';
export { UNEXPECTED_PASS } from './result/message.js';
export { allTestCases, testCasesIn } from './result/test-cases.js';
export { TestNumbers } from './result/test-numbers.js';
export { isText } from './result/text-content.js';
export { type FileRedaction, maskBytes } from './result/text-masker.js';
export type { Span } from './result/timed-pattern.js';
export type * from './session/announced-test.js';
export { type FilesLeft, reportFilesLeft } from './session/files-left.js';
export { guard } from './session/guard.js';
export { isLoadedByOther, printLoadedBy } from './session/hosts.js';
export { openSession } from './session/open-session.js';
export { type Palette, paletteFor } from './session/palette.js';
export { printLines } from './session/print.js';
export { Printed } from './session/printed.js';
export type * from './session/session.js';
export { detectCi } from './settings/ci.js';
export { CONFIG_FILES } from './settings/config-file.js';
export { OPTION_KEYS, OPTIONS, type OptionKey } from './settings/option-table.js';
export { defineConfig, type TestpointOptions } from './settings/options.js';
export { alreadyPrinted, formatProblems, type SettingProblem } from './settings/problems.js';
export { type ResolvedSettings, resolveSettings, type SettingOrigins } from './settings/resolve.js';
export type * from './settings/settings.js';
export type { SettingsInput } from './settings/sources.js';
