import { env } from '../built-ins/at-load.js';
import {
  append,
  create,
  each,
  endsWith,
  indexOf,
  keysOf,
  lowerCase,
  parseJson,
  replaceAll,
  slice,
  some,
  startsWith,
} from '../built-ins/language.js';
import { node } from '../built-ins/node.js';
import { toJson } from '../built-ins/plain-json.js';
import type { TestOrigin } from '../model.js';

/**
 * The tests that `testpoint exec --only` selects. `exec` writes them to a file and names it in a variable, because a
 * command like `a && b` takes no arguments for both. A line of the file selects tests of one test file:
 * `[["mocha","packages/a",""],"file.js","project",[[["describe","test"],1]]]`. All members are JSON without spaces, so a line is
 * found by its beginning and only the lines of files that run are parsed.
 */

/** The environment variable with the path of the selection. */
export const SELECTION_VARIABLE = 'TESTPOINT_SELECTION';
/** The environment variable that tells test processes which suite of the selection they belong to (`SelectedSuite`). */
export const SUITE_VARIABLE = 'TESTPOINT_SELECTION_SUITE';

/** Framework, folder relative to the one that contains the outbox, and environment; or the framework alone, for any suite of it. */
export type SuiteName =
  | readonly [framework: string, folder: string, environment: string]
  | readonly [framework: string];

/** Occurrence is 1 if absent (see `TestNumbers`). */
export type SelectedTest = readonly [titles: readonly string[], occurrence?: number, origin?: TestOrigin];

/** A line of the selection. */
export type SelectedFile = readonly [suite: SuiteName, file: string, project: string, tests: SelectedTest[]];

export interface SelectedSuite {
  name: SuiteName;
  /** Absolute; the selection's files are relative to it. */
  folder: string;
}

/** The part of a record that identifies its test. */
interface NamedTest {
  project?: string | undefined;
  file: string;
  titlePath: readonly string[];
  occurrence?: number | undefined;
  origin?: TestOrigin | undefined;
}

/** The selected tests of one test file, by key; false for those that only run with them. */
type FileSelection = Record<string, boolean>;

const decoder = new TextDecoder();
const decode = decoder.decode.bind(decoder);
const ALL: FileSelection = create(null);

/** The part of a selection that belongs to one suite. */
export class Selection {
  readonly suite: SelectedSuite;
  readonly #text: string;
  readonly #start: string;
  readonly #files: Record<string, FileSelection> = create(null);

  constructor(text: string, suite: SelectedSuite) {
    this.#text = text;
    this.suite = suite;
    this.#start = startOf(suite.name);
  }

  /** Whether the test must not run. A file that the selection does not know runs whole, unless it names the framework only. */
  leavesOut(test: NamedTest): boolean {
    const tests = this.#of(test);
    return tests !== ALL && tests[keyIn(test)] === undefined;
  }

  /** Whether the test was asked for, and not only its file. */
  names(test: NamedTest): boolean {
    return this.#of(test)[keyIn(test)] === true;
  }

  /** Whether tests were asked for that the test itself runs. */
  isAbove(test: NamedTest): boolean {
    const tests = this.#of(test);
    const titles = toJson(test.titlePath);
    const start = `[${slice(titles, 0, titles.length - 1)},`;
    return tests !== ALL && some(keysOf(tests), (key) => startsWith(key, start));
  }

  /** Adds a test that the framework runs with a selected one. */
  include(test: NamedTest): void {
    const tests = this.#of(test);
    if (tests !== ALL) tests[keyIn(test)] ??= false;
  }

  /** A file's path as in the selection. @param path absolute */
  fileOf(path: string): string {
    return relativeTo(this.suite.folder, path);
  }

  /** The projects for which the selection knows the file. */
  projectsOf(file: string): string[] {
    const start = `${this.#start},${toJson(file)},`;
    const projects: string[] = [];
    for (let at = indexOf(this.#text, start); at >= 0; at = indexOf(this.#text, start, at + 1)) {
      append(projects, this.#lineAt(at)[2]);
    }
    return projects;
  }

  #of({ project = '', file }: NamedTest): FileSelection {
    const start = `${this.#start},${toJson(file)},${toJson(project)},`;
    this.#files[start] ??= this.#read(start);
    return this.#files[start] ?? ALL;
  }

  #read(start: string): FileSelection {
    const at = indexOf(this.#text, start);
    if (at < 0) return this.suite.name.length === 1 ? create(null) : ALL;
    const [, , , tests] = this.#lineAt(at);
    const selected: FileSelection = create(null);
    each(tests, (test) => {
      selected[keyOf(test[0], test[1], test[2])] = true;
    });
    return selected;
  }

  /** @param at the position of the newline before it */
  #lineAt(at: number): SelectedFile {
    return parseJson(slice(this.#text, at + 1, indexOf(this.#text, '\n', at + 1))) as SelectedFile;
  }
}

/** The selection of the suite that has this name; undefined without a selection, or if it does not know the suite. */
export function selectionFor(path: string, suite: SelectedSuite): Selection | undefined {
  const text = readSelection(path);
  if (text === undefined) return undefined;
  const [framework] = suite.name;
  const names: SuiteName[] = [suite.name, [framework]];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as SuiteName;
    if (indexOf(text, startOf(name)) >= 0) return new Selection(text, { name, folder: suite.folder });
  }
  return undefined;
}

/** A selection for processes that can't read it, such as pages of a browser. */
export interface SentSelection {
  suite: SelectedSuite;
  text: string;
}

/** The selection for the test processes of this environment, whose reporter has named its suite. */
export function selectionToSend(framework: string): SentSelection | undefined {
  const { [SELECTION_VARIABLE]: path, [SUITE_VARIABLE]: named } = env;
  if (path === undefined || named === undefined) return undefined;
  try {
    const suite = parseJson(named) as SelectedSuite;
    const text = suite.name[0] === framework ? readSelection(path) : undefined;
    return text === undefined ? undefined : { suite, text };
  } catch {
    // The variable is not ours.
    return undefined;
  }
}

/** The selection for this test process. @param sent by its reporter; default: what the environment names */
export function selectionHere(framework: string, sent = selectionToSend(framework)): Selection | undefined {
  return sent && new Selection(sent.text, sent.suite);
}

function keyIn({ titlePath, occurrence, origin }: NamedTest): string {
  return keyOf(titlePath, occurrence, origin);
}

/** Identifies a test of a file. */
export function keyOf(titles: readonly string[], occurrence = 1, origin = ''): string {
  return toJson([titles, occurrence, origin]);
}

export function selectedTest(titles: readonly string[], occurrence?: number, origin?: TestOrigin): SelectedTest {
  if (origin !== undefined) return [titles, occurrence ?? 1, origin];
  return occurrence === undefined || occurrence === 1 ? [titles] : [titles, occurrence];
}

function startOf(suite: SuiteName): string {
  return `\n[${toJson(suite)}`;
}

/** With posix separators. Not `path.relative`, which calls functions that a test may have stubbed. */
export function relativeTo(folder: string, path: string): string {
  const from = endsWith(posix(folder), '/') ? posix(folder) : `${posix(folder)}/`;
  const to = posix(path);
  // Windows ignores case: editors and shells write the same drive as "c:" and "C:".
  const ignoresCase = from[1] === ':';
  const [base, target] = ignoresCase ? [lowerCase(from), lowerCase(to)] : [from, to];
  if (startsWith(target, base)) return slice(to, from.length);
  let common = 0;
  for (let index = 0; index < base.length && base[index] === target[index]; index++)
    if (base[index] === '/') common = index + 1;
  // On another drive, only the whole path leads there.
  if (common === 0) return to;
  let up = '';
  for (let index = common; index < from.length; index++) if (from[index] === '/') up += '../';
  return up + slice(to, common);
}

function posix(path: string): string {
  if (indexOf(path, '\\') < 0 || indexOf(path, '/') === 0) return path;
  return replaceAll(path, '\\', () => '/');
}

/** Begins with an empty line, so that each of its lines follows a newline. */
function readSelection(path: string): string | undefined {
  try {
    return node === undefined ? undefined : `\n${decode(node.plainFiles.read(path))}`;
  } catch {
    return undefined;
  }
}
