import { withoutReport } from '../messages.js';
import { option } from '../option.js';
import { autoFlag, flag, path, reportFolder, text } from '../schemas.js';
import { gateRules } from '../structured-schemas.js';

/** The report that needs no service. */
export const reportOptions = {
  /**
   * Writes an HTML report, with or without a key. `true` writes it to the folder `testpoint-report`, a string to the folder of that
   * name, relative to the id root, in a file to that file. It must not contain the suite. An existing folder is replaced only if it
   * contains an earlier report.
   */
  report: option(reportFolder, { environment: ['TMS_REPORT'] }),
  /** File for the outcomes of the last 200 runs (at most 32 MiB), which the report shows, one line each; relative to the id root, in a file to that file. */
  reportHistory: option(path, {
    environment: ['TMS_REPORT_HISTORY'],
    useless: { without: 'report', why: withoutReport },
  }),
  /**
   * The branch to compare with for tests that have no history on their own. By default the one that CI names, otherwise `main` or
   * `master`, whichever the history has.
   */
  defaultBranch: option(text, { environment: ['TMS_DEFAULT_BRANCH'] }),
  /** Web address of the report, for links to it in `testpoint summary`. */
  reportUrl: option(text, { environment: ['TMS_REPORT_URL'] }),
  /**
   * Appends a summary of the run to the job's page in GitHub Actions. `auto` leaves that to Vitest's own reporter `github-actions` where
   * it does the same. @default auto
   */
  ciSummary: option(autoFlag, { default: 'auto', environment: ['TMS_CI_SUMMARY'] }),
  /**
   * The rules of `testpoint gate`: `maxFailed`, `minPassRate` (0 to 1), `maxFlaky`, `noNewFailures` (needs `reportHistory`), `minTests`,
   * `maxTestDuration` (milliseconds), `allRan`, `allDelivered`.
   */
  gate: option(gateRules, {}),
  /** Where the suite runs, such as `windows, Node 24`. It distinguishes the sessions of one report. */
  environment: option(text, { environment: ['TMS_ENVIRONMENT'] }),
  /**
   * Whether this run repeats tests of an earlier one, whose results it replaces in a report. The default is `true` with Playwright's
   * and Vitest's `--last-failed`, and Jest's `--onlyFailures`.
   */
  rerun: option(flag, { environment: ['TMS_RERUN'] }),
};
