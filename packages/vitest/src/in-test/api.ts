export type {
  AttachmentContent,
  FailureReason,
  LinkOptions,
  StepFunction,
  StepOptions,
  TestApi,
} from '@testpoint/core/test-api';

import { announceApi } from '@testpoint/core/test-api';

export {
  attach,
  externalId,
  failureReason,
  link,
  message,
  parameter,
  property,
  step,
  testCase,
} from '@testpoint/core/test-api';

announceApi();
