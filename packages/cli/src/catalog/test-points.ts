import { readFileSync, writeFileSync } from 'node:fs';
import type { CatalogEntry, Settings } from '@testpoint/core/cli';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { absolute } from '../invocation.js';
import { oneLine, paintError, print, say } from '../terminal.js';
import { parsed } from './catalog-file.js';
import * as messages from './messages.js';

interface TestPoint {
  configurationGlobalId: number;
  testCaseGlobalId: number;
}

/** Lists this many tests without a test case. */
const LISTED = 20;

/**
 * Writes the test points of the tests, one in each line, so that a commit shows what has changed.
 *
 * @param settings name the configuration of tests that were recorded without one
 * @throws CommandFailure if there are none, or a configuration is not known
 */
export function writeTestPoints(
  file: string,
  tests: readonly CatalogEntry[],
  settings: Readonly<Partial<Settings>>,
): void {
  const points = new Map<string, TestPoint>();
  const unnamed = new Set<string>();
  for (const test of tests) {
    const testCases = testCasesOf(test);
    if (testCases.length === 0) unnamed.add(nameOf(test));
    const configurationGlobalId = testCases.length === 0 ? 0 : configurationOf(test, settings);
    for (const testCaseGlobalId of testCases)
      points.set(`${configurationGlobalId}:${testCaseGlobalId}`, { configurationGlobalId, testCaseGlobalId });
  }
  if (points.size === 0) throw new CommandFailure(messages.noTestCases, EXIT.failed);
  const path = absolute(file);
  const before = keysIn(path);
  const lines = [...points.values()].sort(inOrder).map(textOf);
  try {
    writeFileSync(path, `[\n${lines.join(',\n')}\n]\n`);
  } catch (error) {
    throw new CommandFailure(messages.testPointsNotWritten(file, messageOf(error)), EXIT.failed);
  }
  const added = [...points.keys()].filter((key) => !before.has(key)).length;
  const gone = [...before].filter((key) => !points.has(key)).length;
  print(messages.wroteTestPoints(points.size, file, added, gone));
  if (unnamed.size === 0) return;
  const names = [...unnamed].sort();
  const rest = names.length > LISTED ? [`  ${messages.moreTests(names.length - LISTED)}`] : [];
  say(paintError.yellow(messages.withoutTestCase(names.length)));
  say([...names.slice(0, LISTED).map((name) => `  ${name}`), ...rest].join('\n'));
}

/** Global ids of the test cases that a test names. */
export function testCasesOf({ testCases }: CatalogEntry): number[] {
  const all: unknown[] = Array.isArray(testCases) ? testCases : [];
  return all.filter((id): id is number => Number.isSafeInteger(id));
}

/** A project's own configuration is used alone, as in results. */
function configurationOf(test: CatalogEntry, settings: Readonly<Partial<Settings>>): number {
  const { project = '' } = test;
  const { configurations = {}, configurationGlobalId } = settings;
  const own = Object.hasOwn(configurations, project) ? configurations[project] : undefined;
  const id = test.configurationGlobalId ?? (own === undefined ? configurationGlobalId : own.globalId);
  if (typeof id === 'number') return id;
  const why = own === undefined ? messages.noConfiguration : messages.noGlobalId(oneLine(project));
  throw new CommandFailure(why, EXIT.usage);
}

function nameOf({ file, titlePath }: CatalogEntry): string {
  return oneLine([file, ...titlePath].join(' > '));
}

/** The points that the file has; none if it is new or something else. */
function keysIn(path: string): Set<string> {
  let list: unknown;
  try {
    list = parsed(readFileSync(path, 'utf8'));
  } catch {
    // It is new.
  }
  const points: unknown[] = Array.isArray(list) ? list : [];
  return new Set(
    points.map((point) => {
      const { configurationGlobalId, testCaseGlobalId } = Object(point) as Partial<TestPoint>;
      return `${configurationGlobalId}:${testCaseGlobalId}`;
    }),
  );
}

function inOrder(one: TestPoint, other: TestPoint): number {
  return one.configurationGlobalId - other.configurationGlobalId || one.testCaseGlobalId - other.testCaseGlobalId;
}

function textOf({ configurationGlobalId, testCaseGlobalId }: TestPoint): string {
  return `  { "configurationGlobalId": ${configurationGlobalId}, "testCaseGlobalId": ${testCaseGlobalId} }`;
}
