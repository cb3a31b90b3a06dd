import { GUID_PATTERN } from '@testpoint/interface/constants';
import { type Operation, ServiceError } from './errors.js';
import { notARunId } from './messages.js';

const GUID = new RegExp(GUID_PATTERN);

/** A run's id as part of a path: ".." or "x?y" would lead to another URL. */
export function runSegment(operation: Operation, testRunId: string): string {
  if (GUID.test(testRunId)) return testRunId;
  const shown = JSON.stringify(testRunId.slice(0, 100));
  const message = notARunId(shown);
  throw new ServiceError('INVALID_ID', message, { operation });
}

export function projectSegment(projectId: number): string {
  if (Number.isSafeInteger(projectId)) return String(projectId);
  throw new ServiceError('INVALID_ID', 'A project id must be a whole number.', { operation: 'list-runs' });
}
