import { toJson } from '@testpoint/core/test-api';
import type { RunnerTest } from './runner-types.js';

/** A test's name, and its number among those of its parent with the same name that Node reports. */
export type Place = readonly [name: string, number: number];

/** What the setup file and the reporter call a test. */
export function keyOf(process: string, path: readonly Place[]): string {
  return toJson([process, path]);
}

export function pathOf(test: RunnerTest): Place[] {
  const { parent, name } = test;
  if (parent === null) return [];
  const path = pathOf(parent);
  let number = 1;
  for (let index = 0; index < parent.subtests.length && parent.subtests[index] !== test; index++)
    if (parent.subtests[index]?.name === name) number++;
  path[path.length] = [name, number];
  return path;
}
