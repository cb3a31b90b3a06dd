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
