import { toJson } from '@testpoint/core/test-api';

/** A test's name, and its number among those of its parent with the same name that Node reports. */
export type Place = readonly [name: string, number: number];

/** What the setup file and the reporter call a test. */
export function keyOf(process: string, path: readonly Place[]): string {
  return toJson([process, path]);
}
