// Messages: Commands
import { counted, grouped } from './verdict/counted.js';
import { duration } from './verdict/duration.js';

/**
 * report, on a report with a damaged data file.
 *
 * Copy that report again from where it was made, or make it again from its outbox.
 */
export const missingResults = (missing: number, total: number, place: string) =>
  `${missing} of ${total} results ${missing === 1 ? 'is' : 'are'} missing from ${place}, so this report is incomplete.`;

/**
 * report, on a journal that something else wrote into.
 *
 * Restore the session’s folder from a copy.
 */
export const unreadableLines = (lines: number, session: string) =>
  `${counted(lines, 'line')} of the journal of session ${session} can't be read, so the report is incomplete.`;

/** report, when files of attachments are gone, or can’t be read. @fact */
export const missingAttachments = (files: number, session: string) =>
  `${counted(files, 'attachment')} of session ${session} ${files === 1 ? 'is' : 'are'} missing.`;

/** report, when sessions with the same tests overlap. */
export const ambiguousTests = (tests: number) =>
  `${tests === 1 ? 'One test' : `${tests} tests`} ran in several sessions at the same time, and nothing tells these sessions apart: set TMS_ENVIRONMENT in each, such as "windows, Node 24".`;

/** A hook that failed, and whose tests passed on a rerun. @fact */
export const passedOnRerun = (hook: string, error: string) => `${hook}, and passed on a rerun${error}`;

/**
 * gate or summary, with testpoint.known.json that does not parse.
 *
 * Correct the file.
 */
export const knownNotJson = (why: string) => `it is not valid JSON: ${why}`;

/**
 * gate or summary, with testpoint.known.json that is no list.
 *
 * Correct the file.
 */
export const knownNotList = 'it is not a list. List objects with test and reason.';

/**
 * gate, summary or report, when a known failure in the run has expired.
 *
 * Remove it from testpoint.known.json, or set a later day.
 */
export const knownFailureExpired = (test: string, day = '', owner = '') =>
  `The known failure "${test}"${owner === '' ? '' : ` of ${owner}`} counts again: it expired on ${day}.`;

/** gate or summary, with a known failure without a test or a reason. */
export const knownWithout = (name: string) => `.${name} is missing. Give a text.`;

/**
 * gate or summary, with a known failure with an owner or link that is no text.
 *
 * Give a text.
 */
export const knownNoText = (name: string) => `.${name} is not a text.`;

/**
 * gate or summary, with a known failure until no day.
 *
 * Correct the file.
 */
export const knownNoDay = '.until is not a day like 2026-12-31.';

/**
 * report, with a mistake in testpoint.known.json.
 *
 * Correct the file.
 */
export const noKnownFailure = (why: string) => `No known failure is set apart: ${why}`;

/** The file of the history is too long. @fact */
export const historyCut = (path: string) =>
  `The history in ${path} is too long, so only its newest runs were read and are kept.`;

/** The file of the history can’t be read. @fact */
export const historyUnreadable = (path: string, why: string) =>
  `The history in ${path} can't be read (${why}), so the report shows no earlier runs.`;

/** The file of the history is on a network disk that does not answer. @fact */
export const slowDisk = (seconds: number) => `no answer from its disk within ${seconds} s`;

const ELSEWHERE = 'choose another folder (option report, or --out)';

/** report, when its place can’t be written to. */
export const reportNotWritten = (folder: string, why: string) => `${folder} can't be written (${why}): ${ELSEWHERE}`;

/** report --single, when its place can’t be written to. */
export const singleNotWritten = (file: string, why: string) =>
  `${file} can't be written (${why}): choose another file (--single)`;

/** report, when its place is a file. */
export const notFolder = (path: string) => `${path} is not a folder: ${ELSEWHERE}`;

/** report, when its folder contains something else. */
export const notReport = (folder: string, marker: string) =>
  `${folder} is not a Testpoint report (it has no ${marker}), so it was not replaced: ${ELSEWHERE}`;

const inFormat = (path: string, format: number, known: number) =>
  `${path} is a report in format ${format}, and this version knows only format ${known}`;

/** report, on a report of an older or newer version. */
export const otherFormat = (path: string, format: number, known: number) =>
  format < known
    ? `${inFormat(path, format, known)}: run the tests again`
    : `${inFormat(path, format, known)}: update Testpoint`;

/** report, when its place has a report of a newer version. */
export const newerReport = (why: string) => `${why}, or ${ELSEWHERE}`;

/**
 * report, on a report in one file of another version.
 *
 * Make it again with this version.
 */
export const otherSingle = (format: unknown, known: number) =>
  `it is a report in format ${format}, and this version knows only format ${known}`;

/** report, on one that can’t be read. The reason follows. @fact */
export const resultsMissing = (why: string) => `Results are missing: ${why}.`;

/** report, on a report with a damaged data file. @fact */
export const noDataFile = (begin: string) => `it does not begin with ${begin}`;

/** report, or the end of a suite: why there is no report. @fact */
export const keptReplacing = (folder: string) => `other processes keep replacing ${folder}`;

/** A report takes too long at the end of a suite, so none is made. @fact */
export const reportTooSlow = (seconds: number) => `it was not ready within ${seconds} s`;

/** report --compare, with a history of only this run. @fact */
export const noOtherRun = (history: string) => `${history} has no other run`;

/** report --single, with a large attachment. @fact */
export const tooLargeForSingle = (attachment: string, megabytes: number) =>
  `Attachment ${attachment} (${megabytes} MiB) is left out of the single file.`;

/** A report: why an attachment is missing. @fact */
export const MISSING = {
  notKept: 'it was not kept',
  earlier: 'it was missing in an earlier report',
  gone: 'it is not in the report',
  tooLarge: 'it is too large for a single file',
};

/** A report from another report: why an attachment is missing. @fact */
export const notInReport = (place: string) => `${place} is not in the report`;

/** A report from a report that was changed: why an attachment is missing. @fact */
export const noAttachmentName = (place: unknown) => `${JSON.stringify(place)} is not the name of a report's attachment`;

/** A file that is too long to be ours. @fact */
export const tooLong = (path: string, bytes: number) => `${path} is longer than ${bytes} bytes`;

/** gate, and the page of a report: the number of results. @fact */
export const numberOfResults = (results: number, needed: number) =>
  `${counted(results, 'result')}, at least ${grouped(needed)} needed`;

/** gate, and the page of a report: how many tests passed. @fact */
export const numberOfPassed = (passed: number, tests: number, rate: string, needed: string) =>
  `${grouped(passed)} of ${counted(tests, 'test')} passed (${rate}), ${needed} needed`;

/** gate, and the page of a report: what tests did that a rule does not allow. @fact */
export const DID = {
  passLater: 'passed only after a failure',
  newlyFail: 'failed that did not fail before',
  notRun: 'did not run',
  fail: 'failed',
};

/** gate, and the page of a report: the rule allRan, after a run that did not end. @fact */
export const alsoInterrupted = (what: string, sessions: number) =>
  `${what}, and ${counted(sessions, 'session')} ${sessions === 1 ? 'was' : 'were'} interrupted, so others may be missing`;

/** gate, and the page of a report: what tests did that the rule maxTestDuration does not allow. @fact */
export const tookMore = (milliseconds: number) => `took more than ${duration(milliseconds)}`;

/** gate, and the page of a report: results are waiting. */
export const notDelivered = (sessions: number) =>
  `the results of ${counted(sessions, 'session')} are not delivered. Deliver them with: npx testpoint flush`;

/** gate, and the page of a report: no results are waiting. @fact */
export const allDelivered = 'all results are delivered';
