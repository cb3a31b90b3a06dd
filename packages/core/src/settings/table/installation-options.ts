import { option } from '../option.js';
import { oneOf } from '../schemas.js';

/** Installations of the service that differ. */
export const installationOptions = {
  /** `legacy`: results go to `/api/v2/testResults`, one by one, without attachments. @default v2 */
  api: option(() => oneOf('v2', 'legacy'), { default: 'v2', environment: ['TMS_API'] }),
  /** Whether results go as arrays: `auto` starts with arrays, and sends objects to a service that refuses them. @default auto */
  resultsBody: option(() => oneOf('auto', 'array', 'object'), { default: 'auto', environment: ['TMS_RESULTS_BODY'] }),
  /** What the service counts durations in: `seconds` or `milliseconds`. @default seconds */
  durationUnit: option(() => oneOf('seconds', 'milliseconds'), {
    default: 'seconds',
    environment: ['TMS_DURATION_UNIT'],
  }),
  /** How a result names its own attachments: by their `guid`, or by an `object` with it (`{ id }`). @default guid */
  attachmentReferences: option(() => oneOf('guid', 'object'), {
    default: 'guid',
    environment: ['TMS_ATTACHMENT_REFERENCES'],
  }),
};
