import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { each, parseJson } from '../../built-ins/language.js';
import { keyOf } from '../../in-test/selection.js';
import type { TestRecord } from '../../model.js';
import { readText } from './plain-files.js';

/** Bytes. */
const LONGEST = 256 * 1024 * 1024;

/** The environment variable that tells suites that `testpoint exec --rerun` runs failed tests again; JSON (`Rerun`). */
export const RERUN_VARIABLE = 'TESTPOINT_RERUN';

export interface Rerun {
  /** The folder, below the outbox, in which sessions note that they began and how they ended. Its name is part of withheld sessions' names. */
  folder: string;
  /** Whether no other round follows. */
  isLast: boolean;
}

/**
 * A line of `withheld.ndjson`, in the folder of a withheld session: a test that failed, with all its attempts. The last line with a key
 * counts.
 */
export interface WithheldTest {
  /** The key of the test's lines in the journal. */
  key: number;
  record: TestRecord;
}

/** The folder of the rounds that a session's withheld results wait for; undefined once the rounds are over. */
export function roundsOf(directory: string): string | undefined {
  const [folder] = /^.*-rerun-\d+(?=-)/.exec(directory) ?? [];
  return folder !== undefined && existsSync(folder) && existsSync(withheldPath(directory)) ? folder : undefined;
}

export function withheldPath(directory: string): string {
  return join(directory, 'withheld.ndjson');
}

/** The withheld tests of a session, each with its last attempt. Reads what its suite has written in earlier rounds. */
export function readWithheld(directory: string): WithheldTest[] {
  const tests: WithheldTest[] = [];
  if (!existsSync(withheldPath(directory))) return tests;
  const lines = readText(withheldPath(directory), LONGEST).split('\n');
  each(lines, (line) => {
    const test = parsed(line);
    // Keys count from 1, in the order in which the tests failed first.
    if (test !== undefined) tests[test.key - 1] = test;
  });
  return tests.filter((test) => test !== undefined);
}

/** Identifies a test of any suite. */
export function withheldKey({ project = '', file, titlePath, occurrence, origin }: TestPlace): string {
  return `${project}\0${file}\0${keyOf(titlePath, occurrence, origin)}`;
}

/** The folder of the session that withholds a suite's results. @param suite identifies it in a folder's name */
export function withheldFolder({ folder }: Pick<Rerun, 'folder'>, framework: string, suite: string): string {
  return join(dirname(folder), `${folder.slice(dirname(folder).length + 1)}-${framework}-${suite}`);
}

interface TestPlace extends Pick<TestRecord, 'file'> {
  project?: string | undefined;
  titlePath: readonly string[];
  occurrence?: number | undefined;
  origin?: TestRecord['origin'] | undefined;
}

/** Undefined for half a line, which a killed process may have left. */
function parsed(line: string): WithheldTest | undefined {
  try {
    return line === '' ? undefined : (parseJson(line) as WithheldTest);
  } catch {
    return undefined;
  }
}
