import type { LinkRecord } from '@testpoint/core';
import type { StepOptions } from '@testpoint/core/test-api';

/**
 * What one call of the test API tells the reporter. It travels as an attachment, since Playwright hands attachments
 * over at once and annotations only at the test's end: what was said before a crash is not lost. Playwright's own
 * reports leave out attachments whose name begins with an underscore.
 */
export interface HandOver {
  externalId?: string;
  testCases?: number[];
  links?: LinkRecord[];
  parameters?: Record<string, unknown>;
  properties?: Record<string, unknown>;
  message?: string;
  failureReason?: string;
  /** Belongs to the step in which the attachment was made. */
  step?: StepOptions;
  /** The problem with a call's arguments. */
  warning?: string;
  /** A file that could not be attached, and why. */
  missing?: { name: string; reason: string };
}

export const HAND_OVER_NAME = '_testpoint';
export const HAND_OVER_TYPE = 'application/vnd.testpoint+json';
