import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestOrigin } from '@testpoint/core';
import {
  adoptLastRuns,
  failedTests,
  foundPath,
  lastRunPath,
  notStarted,
  openRun,
  type Settings,
} from '@testpoint/core/cli';
import { SELECTION_VARIABLE, type SelectedFile, selectedTest } from '@testpoint/core/test-api';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { inputPaths } from '../input-paths.js';
import { absolute, invocation } from '../invocation.js';
import { readsFolders } from '../messages.js';
import { outboxesWith, sayFolders } from '../recorded.js';
import type { SettingsOptions } from '../settings.js';
import { oneLine } from '../terminal.js';
import * as messages from './messages.js';

/** Lists this many tests that did not turn up. */
const LISTED = 20;
/** The framework of `testpoint import`, whose tests no command runs again. */
const IMPORT = 'import';

/** The tests that a command runs, in a file that its reporters and setup files read. */
export class ExecSelection {
  readonly #files: readonly SelectedFile[];
  readonly #path: string;
  readonly #outbox: string;

  /** @param outbox folder for the file */
  constructor(files: readonly SelectedFile[], outbox: string) {
    this.#files = files;
    this.#outbox = outbox;
    this.#path = join(outbox, `selection-${process.pid}.ndjson`);
    mkdirSync(outbox, { recursive: true, mode: 0o700 });
    rmSync(foundPath(this.#path), { force: true });
    writeFileSync(this.#path, files.map((file) => `${JSON.stringify(file)}\n`).join(''), { mode: 0o600 });
  }

  /** Number of selected tests. */
  get size(): number {
    return this.#files.reduce((sum, [, , , tests]) => sum + tests.length, 0);
  }

  /** Variables for the command. A report that exists gets the new results in their places. */
  get environment(): NodeJS.ProcessEnv {
    return { [SELECTION_VARIABLE]: this.#path, TMS_RERUN: invocation().env.TMS_RERUN || '1' };
  }

  /** Call it when the command has ended. @returns lines about selected tests that have no result; empty if all have one */
  conclude(): string[] {
    const found = new Set(linesOf(foundPath(this.#path)));
    for (const path of [this.#path, foundPath(this.#path)]) rmSync(path, { force: true });
    const lost: string[] = [];
    const elsewhere = new Map<string, number>();
    const absent = new Set(notStarted(this.#outbox).map((suite) => JSON.stringify(suite)));
    for (const [suite, file, project, tests] of this.#files) {
      if (absent.has(JSON.stringify(suite))) {
        const name = suite[1] || '.';
        elsewhere.set(name, (elsewhere.get(name) ?? 0) + tests.length);
        continue;
      }
      for (const test of tests) {
        if (found.has(JSON.stringify([suite, file, project, [test]]))) continue;
        const [titles, occurrence = 1] = test;
        lost.push(nameOf(suite[1], file, project, titles, occurrence));
      }
    }
    const others = [...elsewhere].filter(([, tests]) => tests > 0);
    const notRun = others.length > 0 ? [`Testpoint: ${messages.notInCommand(others)}`] : [];
    if (lost.length === 0) return notRun;
    const rest = lost.length > LISTED ? [`  and ${lost.length - LISTED} more`] : [];
    const names = lost.slice(0, LISTED).map((name) => `  ${oneLine(name)}`);
    return [...notRun, `Testpoint: ${messages.didNotTurnUp(lost.length)}`, ...names, ...rest];
  }
}

/**
 * The tests that failed, were blocked or never ran in the last run here, or in folders below; undefined if there are none.
 * @throws CommandFailure if there was no run
 */
export function onlyFailed(outbox: string, options: SettingsOptions): ExecSelection | undefined {
  const places = outboxesWith(options, lastRunPath).filter((place) => place.outbox !== outbox);
  const used = adoptLastRuns(
    outbox,
    places.map((place) => place.outbox),
  );
  sayFolders(
    places.filter((place) => used.includes(place.outbox)),
    readsFolders,
  );
  const failures = failedTests(outbox, options.root === undefined);
  if (failures === undefined) throw new CommandFailure(messages.noLastRun(outbox), EXIT.usage);
  const { files, hasMore } = failures;
  if (!hasMore && files.every(([, , , tests]) => tests.length === 0)) return undefined;
  return new ExecSelection(files, outbox);
}

/**
 * The tests that failed or were blocked in outboxes and reports; undefined if there are none.
 * @throws CommandFailure if an input can't be read
 */
export async function onlyFailedIn(
  inputs: readonly string[],
  { secretKey, redact }: Pick<Settings, 'secretKey' | 'redact'>,
  outbox: string,
): Promise<ExecSelection | undefined> {
  const { run, lacks } = await openRun({
    inputs: inputPaths(inputs).map((path) => absolute(path)),
    secretKey,
    redact,
  }).catch((error: unknown) => {
    throw new CommandFailure(messages.unreadableFrom(messageOf(error)), EXIT.usage, error);
  });
  try {
    if (lacks.length > 0) throw new CommandFailure(messages.incompleteFrom(lacks), EXIT.usage);
    const files = new Map<string, SelectedFile>();
    // So that a suite without failures runs nothing.
    for (const { framework } of run.sessions) if (framework !== IMPORT) files.set(framework, [[framework], '', '', []]);
    for (let row = 0; row < run.rows.size; row++) {
      if (!'FB'.includes(run.rows.outcome(row))) continue;
      const result = run.result(row);
      const framework = run.sessions[result.session]?.framework ?? '';
      if (framework === IMPORT) continue;
      const { file, titles, project = '', occurrence, origin } = run.entry(result).view;
      const key = JSON.stringify([framework, file, project]);
      const known: SelectedFile = files.get(key) ?? [[framework], file, project, []];
      known[3].push(selectedTest(titles, occurrence, origin as TestOrigin | undefined));
      files.set(key, known);
    }
    const all = [...files.values()];
    return all.every(([, , , tests]) => tests.length === 0) ? undefined : new ExecSelection(all, outbox);
  } finally {
    run.close();
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function nameOf(
  folder: string | undefined,
  file: string,
  project: string,
  titles: readonly string[],
  occurrence: number,
): string {
  const path = folder ? `${folder}/${file}` : file;
  const number = occurrence > 1 ? ` (${occurrence})` : '';
  return `${project === '' ? '' : `[${project}] `}${[path, ...titles].join(' > ')}${number}`;
}
