import type { StepOptions } from '@testpoint/core/api';
import type { TestData } from '@testpoint/core/test-api';

/**
 * One call of the test API, for the reporter. It, or a list of such calls, is sent as an attachment, because Playwright forwards attachments at once
 * but annotations only at the test's end. So calls before a crash are not lost. Playwright's own reports hide attachments
 * whose name starts with an underscore.
 */
export interface HandOver extends TestData {
  /** Options of the step in which the attachment was made. */
  step?: StepOptions;
  /** The problem with a call's arguments. */
  warning?: string;
  /** A file that could not be attached, and the reason. */
  missing?: { name: string; reason: string };
}

export const HAND_OVER_NAME = '_testpoint';
export const HAND_OVER_TYPE = 'application/vnd.testpoint+json';
