import type { TestData } from '@testpoint/core/channel';
import type { StepOptions } from '@testpoint/core/test-api';

/**
 * One call of the test API, for the reporter. It travels as an attachment, because Playwright passes attachments on at once
 * and annotations only at the test's end: calls before a crash are not lost. Playwright's own reports leave out attachments
 * whose name begins with an underscore.
 */
export interface HandOver extends TestData {
  /** Belongs to the step in which the attachment was made. */
  step?: StepOptions;
  /** The problem with a call's arguments. */
  warning?: string;
  /** A file that could not be attached, and why. */
  missing?: { name: string; reason: string };
}

export const HAND_OVER_NAME = '_testpoint';
export const HAND_OVER_TYPE = 'application/vnd.testpoint+json';
