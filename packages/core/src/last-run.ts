import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SelectedFile, SelectedTest } from './in-test/selection.js';
import { lastRunPath, noLastRun, readLastRun } from './outbox/format/last-run.js';

/** What to run again after the last run in an outbox. */
export interface LastFailures {
  /** Every known file of each suite that was started, with its tests that failed or were blocked, if any. */
  files: SelectedFile[];
  /** Whether some tests are not known by name: those of suites that did not start, and of files that did not run. */
  hasMore: boolean;
}

/** Undefined if no suite has ended here. */
export function failedTests(outbox: string): LastFailures | undefined {
  const { run, suites } = readLastRun(lastRunPath(outbox)) ?? noLastRun();
  if (suites.length === 0) return undefined;
  const started = suites.filter((suite) => suite.run === run);
  const files = started.flatMap(({ name, files }) =>
    files.map(({ file, project = '', tests }): SelectedFile => [name, file, project, tests.map(withoutState)]),
  );
  return { files, hasMore: started.length < suites.length || started.some(({ hasUnrun }) => hasUnrun === true) };
}

/** A command runs whole: suites that do not start in it count as never run. */
export function startLastRun(outbox: string): void {
  const path = lastRunPath(outbox);
  const known = readLastRun(path);
  if (known === undefined) return;
  const temporary = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary, `${JSON.stringify({ ...known, run: randomUUID() })}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

function withoutState([, ...test]: readonly [unknown, ...SelectedTest]): SelectedTest {
  return test;
}
