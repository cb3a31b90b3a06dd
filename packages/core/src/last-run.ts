import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { SelectedFile, SelectedTest, SuiteName } from './in-test/selection.js';
import { type LastRun, type LastSuite, lastRunPath, noLastRun, readLastRun } from './outbox/format/last-run.js';

/** What to run again after the last run in an outbox. */
export interface LastFailures {
  /** Every known file of each suite that was started, with its tests that failed or were blocked, if any. */
  files: SelectedFile[];
  /** Whether some tests are not known by name: those of suites that did not start, and of files that did not run. */
  hasMore: boolean;
}

/** @param below whether those of other outboxes count @returns undefined if no suite has ended */
export function failedTests(outbox: string, below = true): LastFailures | undefined {
  const { run, suites: known } = readLastRun(lastRunPath(outbox)) ?? noLastRun();
  const suites = known.filter(({ isAdopted }) => below || isAdopted !== true);
  if (suites.length === 0) return undefined;
  const started = suites.filter((suite) => suite.run === run);
  const files = started.flatMap(({ name, files }) =>
    files.map(({ file, project = '', tests }): SelectedFile => [name, file, project, tests.map(withoutState)]),
  );
  return { files, hasMore: started.length < suites.length || started.some(({ hasUnrun }) => hasUnrun === true) };
}

/** A command runs whole: suites that do not start in it count as never run. */
export function startLastRun(outbox: string): void {
  const known = readLastRun(lastRunPath(outbox));
  if (known === undefined) return;
  const suites = known.suites.filter(({ isAdopted }) => isAdopted !== true);
  write(outbox, { ...known, run: randomUUID(), suites });
}

/**
 * Adds what suites noted in other outboxes, unless it is older than what this outbox knows of them. Then a command runs their
 * failed tests, too, and notes here how they ended.
 *
 * @returns those of the other outboxes that knew something newer
 */
export function adoptLastRuns(outbox: string, others: readonly string[]): string[] {
  const here = readLastRun(lastRunPath(outbox)) ?? noLastRun();
  const suites = new Map(here.suites.map((suite) => [JSON.stringify(suite.name), suite]));
  const used = others.filter((other) => {
    const newer = (readLastRun(lastRunPath(other))?.suites ?? [])
      .map(
        (suite): LastSuite => ({ ...suite, name: seenFrom(outbox, other, suite.name), run: here.run, isAdopted: true }),
      )
      .filter(({ name, at = 0 }) => at > (suites.get(JSON.stringify(name))?.at ?? -1));
    for (const suite of newer) suites.set(JSON.stringify(suite.name), suite);
    return newer.length > 0;
  });
  if (used.length > 0) write(outbox, { ...here, suites: [...suites.values()] });
  return used;
}

/** Whether a suite in the folder of the outbox has ended here. */
export function hasOwnSuite(outbox: string): boolean {
  const { suites } = readLastRun(lastRunPath(outbox)) ?? noLastRun();
  return suites.some(({ name: [, folder], isAdopted }) => isAdopted !== true && folder === '');
}

/** The suites of other outboxes that have not ended here. */
export function notStarted(outbox: string): SuiteName[] {
  const { suites } = readLastRun(lastRunPath(outbox)) ?? noLastRun();
  return suites.filter(({ isAdopted }) => isAdopted).map(({ name }) => name);
}

/** The name that a suite has in an outbox, from the one that it has in another. */
function seenFrom(outbox: string, other: string, [framework, folder = '', environment = '']: SuiteName): SuiteName {
  const path = relative(dirname(resolve(outbox)), join(dirname(resolve(other)), folder));
  return [framework, path.split(sep).join('/'), environment];
}

function write(outbox: string, lastRun: LastRun): void {
  const path = lastRunPath(outbox);
  const temporary = `${path}.${process.pid}`;
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  writeFileSync(temporary, `${JSON.stringify(lastRun)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

function withoutState([, ...test]: readonly [unknown, ...SelectedTest]): SelectedTest {
  return test;
}
