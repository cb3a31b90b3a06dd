import { option } from '../option.js';
import { reportFolder, text } from '../schemas.js';

/** The report that needs no service. */
export const reportOptions = {
  /**
   * Makes an HTML report: `true` in the folder `testpoint-report`, a text in that folder; relative to the id root. Needs neither
   * a key nor a service. A folder that is there is replaced only if it holds an earlier report.
   */
  report: option(reportFolder, { environment: ['TMS_REPORT'] }),
  /** File that keeps the outcomes of the last 20 runs, one line each, which the report shows; relative to the id root. */
  reportHistory: option(text, { environment: ['TMS_REPORT_HISTORY'] }),
};
