import { basename } from 'node:path';
import { allureTest, type Fixtures, parametersOf, placeOf } from './allure-test.js';
import { DamagedFile } from './input-failure.js';
import type { Intake } from './intake.js';
import { DAMAGE } from './messages.js';
import { readJson } from './read-json.js';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf, textsOf } from './untrusted.js';

export const RESULT = /-result\.json$/;
const CONTAINER = /-container\.json$/;

export function isAllureFile(path: string): boolean {
  return RESULT.test(path) || CONTAINER.test(path);
}

/** Whether parsed JSON is one of Allure's results. */
export function isAllureResult(content: JsonObject): boolean {
  return 'uuid' in content && ('status' in content || 'stage' in content) && 'name' in content;
}

/** A result without its content, which is read again when its test is handed over. */
interface Seen {
  path: string;
  history: string;
  start: number;
  stop: number;
  isPassed: boolean;
  name: string;
  /** Its file and titles, by which tests are numbered. */
  place: string;
  /** What tells it from others in the same place. */
  identity: string;
}

/**
 * Hands over the tests of Allure's results in one folder. Results with one history id are attempts of one test.
 * @param damaged called for each file that can't be read
 */
export function readAllure(
  files: readonly { path: string }[],
  intake: Intake,
  damaged: (path: string, why: DamagedFile) => void,
): void {
  const before = new FixtureIndex();
  const tests = new Map<string, Seen[]>();
  for (const { path } of files) {
    const content = parsed(path, damaged);
    if (content === undefined) continue;
    if (CONTAINER.test(path)) before.add(content);
    else addTo(tests, seenIn(path, content));
  }
  for (const results of inPlaces([...tests.values()].sort(byTime))) {
    const attempts = results.map(({ path }) => parsed(path, damaged)).filter((result) => result !== undefined);
    intake.take(allureTest(attempts, (uuid) => before.of(uuid), intake));
  }
}

function addTo(tests: Map<string, Seen[]>, seen: Seen): void {
  const results = tests.get(seen.history);
  if (results === undefined) tests.set(seen.history, [seen]);
  else results.splice(results.findLastIndex((other) => byAttempt(other, seen) <= 0) + 1, 0, seen);
}

/** Attempts in the order in which they ran. The last of those in the same millisecond is one that passed: no retry follows it. */
function byAttempt(one: Seen, other: Seen): number {
  return one.start - other.start || one.stop - other.stop || Number(one.isPassed) - Number(other.isPassed);
}

function seenIn(path: string, content: JsonObject): Seen {
  const history = textOf(content.historyId);
  const [start, stop] = [numberOf(content.start) ?? 0, numberOf(content.stop) ?? 0];
  const parameters = parametersOf(objectsOf(content.parameters).filter(({ excluded }) => excluded !== true));
  return {
    ...{ path, start, stop, isPassed: content.status === 'passed' },
    history: history ?? basename(path),
    name: textOf(content.fullName) ?? textOf(content.name) ?? '',
    place: JSON.stringify(placeOf(content)),
    identity: `${history ?? ''} ${JSON.stringify(parameters)}`,
  };
}

/** Among tests with equal titles, which get numbers in this order, neither times nor names of files decide. */
function inPlaces(tests: Seen[][]): Seen[][] {
  const places = new Map<string, number[]>();
  for (const [index, [first]] of tests.entries()) {
    const equal = places.get(first?.place ?? '');
    if (equal === undefined) places.set(first?.place ?? '', [index]);
    else equal.push(index);
  }
  const ordered = [...tests];
  for (const equal of places.values()) {
    const sorted = equal.map((index) => tests[index] ?? []).sort(byIdentity);
    for (const [at, index] of equal.entries()) ordered[index] = sorted[at] ?? [];
  }
  return ordered;
}

function byIdentity([one]: Seen[], [other]: Seen[]): number {
  return compare(one?.identity ?? '', other?.identity ?? '');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Tests in the order in which they ran, because the files have random names. */
function byTime([one]: Seen[], [other]: Seen[]): number {
  if (one === undefined || other === undefined) return 0;
  return one.start - other.start || compare(one.name, other.name);
}

function parsed(path: string, damaged: (path: string, why: DamagedFile) => void): JsonObject | undefined {
  try {
    const content = objectOf(readJson(path));
    if (content !== undefined) return content;
    damaged(path, new DamagedFile(DAMAGE.noObject, 1));
  } catch (error) {
    damaged(path, error instanceof DamagedFile ? error : new DamagedFile(String(error)));
  }
  return undefined;
}

interface Container extends Fixtures {
  uuid: string;
}

/** The fixtures of containers, by the tests that they belong to. TestNG has containers in containers. */
class FixtureIndex {
  /** The containers around a test or a container. */
  readonly #around = new Map<string, Container[]>();

  add({ uuid, befores, afters, children }: JsonObject): void {
    const container = { uuid: textOf(uuid) ?? '', befores: objectsOf(befores), afters: objectsOf(afters) };
    for (const child of textsOf(children)) {
      const around = this.#around.get(child);
      if (around === undefined) this.#around.set(child, [container]);
      else around.push(container);
    }
  }

  of(uuid: string): Fixtures {
    const found = new Set(this.#around.get(uuid));
    for (const inner of found) for (const outer of this.#around.get(inner.uuid) ?? []) found.add(outer);
    const all = [...found];
    return {
      befores: all.flatMap(({ befores }) => befores).sort(byStart),
      afters: all.flatMap(({ afters }) => afters).sort(byStart),
    };
  }
}

function byStart(one: JsonObject, other: JsonObject): number {
  const [difference = 0, later = 0] = ['start', 'stop'].map(
    (key) => (numberOf(one[key]) ?? 0) - (numberOf(other[key]) ?? 0),
  );
  return difference || later || compare(textOf(one.name) ?? '', textOf(other.name) ?? '');
}
