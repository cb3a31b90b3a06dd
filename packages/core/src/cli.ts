/** What the command line needs: settings and where they come from, waiting sessions, flushes and reports. */

export type { FlushedSession, FlushOptions, FlushReport } from './delivery/flush.js';
export { adoptLastRuns, failedTests, hasOwnSuite, notStarted, startLastRun } from './last-run.js';
export { flush, makeReport, openRun } from './on-demand.js';
export { lastRunPath } from './outbox/format/last-run.js';
export { plainFiles } from './outbox/format/plain-files.js';
export { withheldKey } from './outbox/format/rerun.js';
export { exists as processExists } from './outbox/lock/process-identity.js';
export { listAll, listReportable, listSessions } from './outbox/read/sessions.js';
export { waitingIn } from './outbox/read/waiting.js';
export { removeDelivered } from './outbox/tidy/clearing.js';
export { type CatalogEntry, type CatalogLine, catalogPath } from './outbox/write/catalog.js';
export type { MadeReport } from './report/make-report.js';
export { harmless } from './result/text/text.js';
export { Rounds } from './rounds.js';
export {
  asArgument,
  describeUnmatched,
  describeWaiting,
  MUCH_WAITING,
  reportElsewhere,
  runCreation,
} from './session/end/summary/remedies.js';
export { noSummary, wrongSettings as notReporting } from './session/messages.js';
export { isOlder } from './session/opening/hosts.js';
export { paletteFor } from './session/palette.js';
export { foundPath } from './session/reruns/selected-tests.js';
export { detectCi } from './settings/ci.js';
export { CONFIG_FILES } from './settings/config-file.js';
export { type DeliverySettings, deliverySettings } from './settings/delivery-settings.js';
export { LOCAL_SERVER_FILE, type LocalServer, readLocalServer } from './settings/local-server.js';
export { OPTION_KEYS, OPTIONS } from './settings/option-table.js';
export { alreadyPrinted, formatProblems } from './settings/problems.js';
export { type ResolvedSettings, resolveSettings } from './settings/resolve.js';
export type { Settings } from './settings/settings.js';
export type { SettingsInput } from './settings/sources.js';
