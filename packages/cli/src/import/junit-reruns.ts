import type { TestRecord } from '@testpoint/core';
import type { CaseElement, SuiteElement } from './junit-elements.js';

/**
 * Whether a test is to be held until its suite ends, which may have it once more if it ran again: gotestsum (`--rerun-fails`), Gradle's
 * test-retry, and others that name a method without parameters, which a class has once. Other tools write equal titles for different tests.
 */
export function isHeld(suite: SuiteElement, { attributes }: CaseElement, test: TestRecord): boolean {
  // A suite is a package, with many tests.
  if (isOfGo(suite)) return test.status === 'failed' || suite.held.some((other) => nameOf(other) === nameOf(test));
  const isOfClass = test.file === '' && attributes.get('classname') === suite.attributes.get('name');
  const isOfGradle = suite.hasProperties && suite.properties.length === 0;
  return isOfClass && (isOfGradle || attributes.get('name')?.endsWith('()') === true);
}

/** Joins each failed test of a suite with what follows under its name. */
export function joinReruns(suite: SuiteElement): TestRecord[] {
  const joined: TestRecord[] = [];
  const places = new Map<string, number>();
  for (const test of suite.held) {
    const name = nameOf(test);
    const place = places.get(name);
    const before = place === undefined ? undefined : joined[place];
    const isRerun = before?.status === 'failed' && (test.status === 'failed' || test.status === 'passed');
    if (isRerun && place !== undefined) joined[place] = { ...test, attempts: [...before.attempts, ...test.attempts] };
    // No retry follows a success: the class runs several times, with other parameters.
    else if (before !== undefined && !isOfGo(suite)) return suite.held;
    else places.set(name, joined.push(test) - 1);
  }
  return joined;
}

function nameOf({ titlePath }: TestRecord): string {
  return titlePath.join('\0');
}

function isOfGo({ properties }: SuiteElement): boolean {
  return properties.some(([name]) => name === 'go.version');
}
