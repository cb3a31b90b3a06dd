// Messages: Runs and delivery
import type { Host } from '@testpoint/frameworks/framework';

/** A shard without a run. What creates one follows. */
export const waitingForRun = (results: string) =>
  `${results} waiting in the outbox: there is no run. Create one for all shards first:`;

const CREATE = 'npx testpoint run create';

/** A shard without a run, or `testpoint exec` without one: the command that creates it. */
export const createRun = (options: string) => `TMS_TEST_RUN_ID=$(${CREATE}${options}) && export TMS_TEST_RUN_ID`;

/** A shard without a run: the command that creates it, in PowerShell. */
export const createRunInPowerShell = (options: string) => `$env:TMS_TEST_RUN_ID = ${CREATE}${options}  # PowerShell`;

/** A shard without a run: the command that creates it, in cmd. */
export const createRunInCmd = (options: string) =>
  `for /f %i in ('${CREATE}${options}') do set TMS_TEST_RUN_ID=%i& rem cmd`;

/**
 * The end of a run whose results did not all arrive.
 *
 * Correct the reason, which follows. Deliver with npx testpoint flush.
 */
export const notDelivered = (results: string, reason: string | undefined) =>
  `${results} not delivered${reason === undefined ? '' : `: ${reason}`}`;

/** Why results did not arrive: the delivery thread has ended. Deliver with npx testpoint flush. @fact */
export const threadEnded = 'the delivery thread ended early';

/**
 * Threads are not allowed, the package is incomplete, or ulimit -v is low.
 *
 * Deliver with npx testpoint flush. If `@testpoint/core` is in an archive, unpack it; raise ulimit -v.
 */
export const threadNotStarted = (why: string) => `the delivery thread could not start (${why})`;

/** Why the thread could not start: ulimit -v is low. @fact */
export const lacksMemory = (needed: number, left: string) =>
  `it needs ${needed} GiB of address space, and ulimit -v leaves ${left} GiB`;

/** Why the thread could not start: it may be waiting for something. @fact */
export const threadSilent = 'it did not respond';

/** Why the thread failed: something ended it. @fact */
export const threadGone = 'it ended on its own';

/**
 * A bug in Testpoint.
 *
 * Please report it, and add the lines below the message.
 */
export const threadFailed = 'The delivery thread failed';

/**
 * A bug in Testpoint. No results are lost.
 *
 * Please report it, and add the lines below the message.
 */
export const threadRestarted = 'The delivery thread failed and was started again';

/**
 * A bug in Testpoint.
 *
 * Please report it, and add the lines below the message.
 */
export const failedWhile = (doing: string) => `Testpoint failed while ${doing}`;

/** What failed because of a bug in Testpoint. @fact */
export const planningTestPoints = 'planning the test points';

/**
 * A bug in Testpoint.
 *
 * Please report it: add what the message says.
 */
export const summaryNotPrinted = (why: string) => `Testpoint: could not print the summary: ${why}`;

/**
 * Neither the disk nor the service takes results.
 *
 * Free some space on the disk, and run the suite again.
 */
export const resultsLost = (results: string) => `${results} lost: neither the disk nor the service accepted them`;

/**
 * No folder can be written to, and the service can’t be reached.
 *
 * Set outboxDir (TMS_OUTBOX_DIR), and run the suite again.
 */
export const lostFromMemory = 'They were only in memory, and are lost.';

/**
 * Something deletes .testpoint while the suite runs, and the results can’t be put back.
 *
 * Run the suite again.
 */
export const lostWithOutbox = 'The outbox was deleted while the suite ran, so they are lost.';

/** Results did not arrive: what delivers them. */
export const deliverWith = (flush: string) => `Deliver with: ${flush}`;

/** A run with wrong settings: what delivers its results. */
export const deliverOnceRight = (flush: string) => `Once they are right, deliver with: ${flush}`;

/**
 * Something deletes .testpoint while the suite runs, and the service can’t be reached.
 *
 * Deliver the results with npx testpoint flush.
 */
export const putBack =
  'The outbox was deleted while the suite ran: undelivered results were put back, without their attachments';

/**
 * Something deletes .testpoint while the suite runs.
 *
 * Delete it before the suite starts, not while it runs.
 */
export const outboxDeleted = 'The outbox was deleted while the suite ran: attachments, steps and hooks may be missing';

/**
 * The disk fills up during delivery.
 *
 * Free some space, and delete the session’s folder if everything in it was delivered.
 */
export const notMarked = (why: string) =>
  `Testpoint can't write to the outbox (${why}): delivered results are not marked there, so a flush sends them again`;

/** Something else wrote into .testpoint. @fact */
export const damagedLines = (lines: string) =>
  `${lines} of the journal can't be read: the journal was damaged after it was written`;

/** Something else wrote into .testpoint: what to do. */
export const restoreSession = (folder: string) =>
  `    The session is kept in ${folder}. Restore it from a copy and flush it, or discard these lines:`;

/** Something else wrote into .testpoint: what discards its damaged lines. */
export const dropUnreadable = (folder: string) => `npx testpoint flush ${folder} --drop-unreadable`;

/** Results that match no test point of the run. @fact */
export const setAside = (results: string) => `${results} set aside: their tests are not in the run`;

/** Results were set aside: what to do. */
export const compareWithCatalog = (catalog: string, flush: string) =>
  `    Compare with ${catalog}; deliver later with ${flush}`;

/** No result matches, so the configuration may be wrong. */
export const checkConfiguration = (configuration: string) =>
  `If the ids are right, check configurationId (TMS_CONFIGURATION_ID): they were sent with ${configuration}.`;

/**
 * The service refuses results. Its reason for each follows.
 *
 * Correct what the service names, and run these tests again.
 */
export const refusedResults = (results: string) => `${results} refused by the service`;

/** Attachments were not sent. Their names, and the reason for each, follow. @fact */
export const attachmentsMissing = 'Attachments missing:';

/**
 * The disk is full.
 *
 * Free some space, or set outboxDir (TMS_OUTBOX_DIR) to another disk.
 */
export const writingFailed = (why: string) =>
  `Writing to the outbox failed (${why}), so the rest was only in memory: attachments, steps and hooks may be missing`;

/**
 * GitHub’s file for the job’s summary can’t be written.
 *
 * Check that the path in GITHUB_STEP_SUMMARY can be written to.
 */
export const noSummary = (why: string | undefined) => `No summary on the page of the job: ${why}`;

/** A gigabyte or more is waiting. What to do follows. @fact */
export const muchWaiting = (sessions: string) => `  ${sessions}: undelivered results are never deleted.`;

/** A gigabyte or more is waiting: what to do. */
export const deliverOrDelete = (flush: string) =>
  `    Deliver with ${flush}, or delete the folders of sessions that you no longer need.`;

/** A report, but no key. @fact */
export const reportOnly = (why: string) => `report only: ${why}`;

/** The report can’t be written. What makes it follows. @fact */
export const noReport = (why: string) => `No report: ${why}`;

/** The report can’t be written: what makes it. */
export const makeReportWith = (command: string) => `    Make it with: ${command}`;

/** The report can’t be written: what makes it in another folder. */
export const reportInNewFolder = (session: string) => `npx testpoint report ${session} --out testpoint-report-2`;

/**
 * The framework is too old for the reporter, or something unforeseen happens at its start.
 *
 * Update the framework, or correct what the message names.
 */
export const notReporting = (why: string) => `Testpoint: not reporting: ${why}`;

/** The framework is too old for the reporter. */
export const tooOld = (framework: string | undefined, version: string, name: string, oldest: string) =>
  `${framework} ${version} is too old. @testpoint/${name} works with ${framework} ${oldest} and newer.`;

/** A reporter for another framework. */
export const wrongFramework = (host: Host, own: Host) =>
  `Testpoint: not reporting: ${host.title} has loaded @testpoint/${own.name}, which is for ${own.title}. Use @testpoint/${host.name} with ${host.title}.`;

/** Watch mode, or a merge of reports. @fact */
export const offIn = (mode: string, hint = '') => `Testpoint: off in ${mode}${hint}`;

/** Watch mode, or a merge of reports, which an option turns on. @fact */
export const turnedOnBy = (option: string) => ` (option ${option} turns it on)`;

/** Options watch and report in Jest or Mocha. @fact */
export const noReportInWatchMode = (mode: string | undefined) =>
  `Testpoint: no report in ${mode}, because writing it would start the next run`;

/** Settings that delivery needs are wrong or missing. They follow. @fact */
export const notDelivering = 'Testpoint: results are recorded, but not delivered: the settings are wrong';

/** A reporter that is listed twice. */
export const listedTwice =
  'Testpoint: this reporter is listed twice for the same run and service, so the second one stays off. List it once, or give each its own run (testRunId)';

/** Settings that decide what is recorded are wrong. They follow. @fact */
export const wrongSettings = 'Testpoint: not reporting, the settings are wrong';

/** The end of a run with settings that decide what is recorded, and are wrong. @fact */
export const nothingReported = 'nothing was reported, the settings are wrong';

/** The end of a run with wrong settings and onUndelivered: 'fail'. @fact */
export const nothingReportedFails = `${nothingReported}. That fails the run (onUndelivered: 'fail')`;

/** The outbox can’t be created, and results are kept elsewhere. */
export const outboxElsewhere = (why: string, folder: string) =>
  `Testpoint can't write to the outbox (${why}), so results are kept in ${folder}. Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.`;

/** No folder can be written to at all. */
export const outboxInMemory = (why: string) =>
  `Testpoint can't write to the outbox (${why}), so results are delivered from memory only. Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.`;

/** A test ends the process in the middle of the run. @fact */
export const exitedEarly = 'The process exited before the run ended';

/** Two tests with the same external id. */
export const sameId = (externalId: string, first: string, second: string) =>
  `Two tests have the external id ${externalId}: ${first}, and ${second}. The service keeps only one of their results: give each test its own id.`;

/**
 * The disk fills up between two files.
 *
 * Free some space, or set outboxDir (TMS_OUTBOX_DIR) to another disk
 */
export const attachmentNotKept = (name: string, why: string) => `Attachment ${name} could not be kept: ${why}`;

/**
 * Mocha fails a test after it has passed, for example because done() was called again.
 *
 * Let the test end only once, after everything that it started has finished
 */
export const resultCorrected = (id: string, first: string, later: string) =>
  `The result of ${id} was corrected: ${first} when the test ended, ${later} later`;

/** exec --rerun, at the end of a suite. @fact */
export const failedForRerun = (count: number) => `Failed tests that exec runs again: ${count}`;

/** exec --rerun, at the end of the last round, or of a suite that was interrupted. @fact */
export const resultsForExec = (count: number) => `Results that exec delivers: ${count}`;
