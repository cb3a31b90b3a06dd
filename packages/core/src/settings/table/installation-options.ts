import { option } from '../option.js';
import { oneOf } from '../schemas.js';

/** Differences between installations of the service. */
export const installationOptions = {
  /** `legacy` sends results to `/api/v2/testResults`, one by one, without attachments. @default v2 */
  api: option(() => oneOf('v2', 'legacy'), {
    default: 'v2',
    environment: ['TMS_API'],
    stops: 'delivery',
    delivery: true,
  }),
  /** Unit of durations in the service: `seconds` or `milliseconds`. @default seconds */
  durationUnit: option(() => oneOf('seconds', 'milliseconds'), {
    default: 'seconds',
    environment: ['TMS_DURATION_UNIT'],
  }),
  /** How a result refers to its attachments: by `guid`, or by an `object` that contains it (`{ id }`). @default guid */
  attachmentReferences: option(() => oneOf('guid', 'object'), {
    default: 'guid',
    environment: ['TMS_ATTACHMENT_REFERENCES'],
  }),
};
