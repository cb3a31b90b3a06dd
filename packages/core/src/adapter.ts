/** What a reporter needs: a session, what its channel says, and the mapping that a framework's own values need. */

export { NATIVE_API_VARIABLE } from './channel/format/messages.js';
export { ChannelReader } from './channel/read/channel-reader.js';
export { mergedTestData } from './channel/read/merged-test-data.js';
export { testDataOf } from './channel/read/parse-message.js';
export { workerNumber } from './channel/read/worker-number.js';
export { textOf } from './in-test/json-safe.js';
export type { WhyNotRun } from './model.js';
export { plainFiles } from './outbox/format/plain-files.js';
export { emptyAttempt } from './result/attempts.js';
export { causesOf } from './result/causes.js';
export { maskBytes } from './result/masking/text-masker.js';
export { UNEXPECTED_PASS } from './result/message.js';
export { comparison, hasLostInJson, isLostInJson } from './result/text/comparison.js';
export { type FilesLeft, reportFilesLeft } from './session/end/files-left.js';
export { listenToProcess } from './session/end/process-events.js';
export { guard } from './session/guard.js';
export { isLoadedByOther, isOlder } from './session/opening/hosts.js';
export { openSession } from './session/opening/open-session.js';
export { ownChannel } from './session/own-channel.js';
export { printLines } from './session/print.js';
export { Printed } from './session/recording/printed.js';
export type { ProvisionalResult } from './session/recording/recorded-result.js';
export { TestLedger } from './session/recording/test-ledger.js';
export { whyNotRun } from './session/recording/why-not-run.js';
export type { Session, SessionHost } from './session/session.js';
export { OPTION_KEYS } from './settings/option-table.js';
export { defineConfig } from './settings/settings.js';
