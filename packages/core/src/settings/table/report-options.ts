import { option } from '../option.js';
import { path, reportFolder } from '../schemas.js';

/** The report that needs no service. */
export const reportOptions = {
  /**
   * Writes an HTML report, with or without a key. `true` writes it to the folder `testpoint-report`, a string to the folder of that
   * name, relative to the id root. It must not contain the suite. An existing folder is replaced only if it
   * contains an earlier report.
   */
  report: option(reportFolder, { environment: ['TMS_REPORT'] }),
  /** File for the outcomes of the last 20 runs, which the report shows, one line each; relative to the id root. */
  reportHistory: option(path, { environment: ['TMS_REPORT_HISTORY'] }),
};
