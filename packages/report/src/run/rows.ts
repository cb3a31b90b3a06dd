import { pathId } from '@testpoint/interface/codec';
import type { OutcomeLetter, Repeat } from '../format.js';
import type { Failure } from '../read/failure.js';
import { causeOf, commonMessage, shownMessage } from '../read/failure-message.js';
import { type ResultRow, shownId } from '../read/result-row.js';
import { emptyColumns, largerColumns, type Numbers, pickedColumns } from './columns.js';
import { causeKey, testKey } from './key.js';
import { Names } from './names.js';
import type { FailureName, Row } from './row.js';

/** Outcomes by their numbers in the column. */
export const OUTCOME_LETTERS = 'PFBS';
export const PASSED = 0;
export const FAILED = 1;
export const BLOCKED = 2;

const HAS_ERRORS = 1;
const HAS_ATTACHMENTS = 2;
const IS_KNOWN = 4;
const HAS_PICTURE = 8;
const HAS_TRACE = 16;

/** Results, column by column, so that 300,000 of them fit into memory. Aggregates are functions of them. */
export class Rows {
  size = 0;
  numbers: Numbers = emptyColumns(64);
  titles: string[] = [];
  messages: string[] = [];
  /** `testKey` */
  keys: string[] = [];
  /** External ids; '' for the path form, which follows from the other columns. */
  ids: string[] = [];
  readonly #files = new Names<string>();
  readonly #suites = new Names<string[]>();
  #lastSuite = 0;
  readonly #projects = new Names<string>();
  readonly #environments = new Names<string>();
  readonly #configurations = new Names<string>();
  readonly #groups = new Names<FailureName>();
  readonly files: readonly string[] = this.#files.list;
  readonly suites: readonly string[][] = this.#suites.list;
  readonly projects: readonly string[] = this.#projects.list;
  readonly environments: readonly string[] = this.#environments.list;
  readonly configurations: readonly string[] = this.#configurations.list;
  /** By cause and place, with what their messages have in common. */
  readonly groups: readonly FailureName[] = this.#groups.list;

  constructor() {
    this.#suites.add('[]', []);
  }

  /** @param session index of its session in the run */
  add(row: ResultRow, source: number, session: number): void {
    const { file, titles, project, corrects, failure } = row;
    const at = corrects === undefined ? this.size : this.#find(source, corrects);
    if (at === this.size) this.#grow();
    // One by one: a loop over the names of columns takes three times as long.
    const { numbers } = this;
    numbers.outcomes[at] = OUTCOME_LETTERS.indexOf(row.outcome);
    numbers.repeats[at] = row.isFlaky ? 1 : 0;
    numbers.files[at] = this.#files.add(file, file);
    numbers.suites[at] = this.#suiteOf(titles);
    numbers.lines[at] = row.line;
    numbers.projects[at] = project === '' ? -1 : this.#projects.add(project, project);
    numbers.environments[at] = -1;
    numbers.lastingEnvironments[at] = -1;
    numbers.configurations[at] = this.#configurations.add(row.configuration, row.configuration);
    numbers.sessions[at] = session;
    numbers.sources[at] = source;
    numbers.places[at] = row.place;
    numbers.starts[at] = row.startedAt;
    numbers.durations[at] = row.duration;
    numbers.workers[at] = row.worker;
    numbers.failures[at] = failure === undefined ? -1 : this.#groupOf(failure);
    numbers.failureReasons[at] = row.failureReason;
    numbers.attempts[at] = row.attempts;
    numbers.traits[at] =
      (row.hasErrors ? HAS_ERRORS : 0) +
      (row.hasAttachments ? HAS_ATTACHMENTS : 0) +
      (row.hasPicture ? HAS_PICTURE : 0) +
      (row.hasTrace ? HAS_TRACE : 0);
    this.titles[at] = titles.at(-1) ?? '';
    this.messages[at] = row.message;
    this.ids[at] = shownId(row);
    this.keys[at] = testKey(row.id, project);
  }

  /** @param lasting the environment without a session's number */
  setEnvironment(row: number, name: string, lasting = name): void {
    this.numbers.environments[row] = name === '' ? -1 : this.#environments.add(name, name);
    this.numbers.lastingEnvironments[row] = lasting === '' ? -1 : this.#environments.add(lasting, lasting);
  }

  /** Keeps only these rows, in this order. */
  pick(order: Uint32Array): void {
    this.numbers = pickedColumns(this.numbers, order);
    for (const name of ['titles', 'messages', 'keys', 'ids'] as const) {
      const from = this[name];
      this[name] = Array.from(order, (row) => from[row] ?? '');
    }
    this.size = order.length;
  }

  at(row: number): Row {
    const { numbers } = this;
    return {
      file: this.file(row),
      suites: this.suite(row),
      title: this.titles[row] ?? '',
      key: this.keys[row] ?? '',
      message: this.messages[row] ?? '',
      environment: this.environment(row),
      outcome: this.outcome(row),
      repeat: (numbers.repeats[row] ?? 0) as Repeat,
      line: numbers.lines[row] ?? 0,
      project: this.project(row),
      session: numbers.sessions[row] ?? 0,
      startedAt: numbers.starts[row] ?? -1,
      duration: this.duration(row),
      worker: numbers.workers[row] ?? -1,
      id: this.id(row),
      failureReason: numbers.failureReasons[row] ?? -1,
      attempts: numbers.attempts[row] ?? 1,
    };
  }

  outcome(row: number): OutcomeLetter {
    return (OUTCOME_LETTERS[this.numbers.outcomes[row] ?? PASSED] ?? 'P') as OutcomeLetter;
  }

  file(row: number): string {
    return this.files[this.numbers.files[row] ?? 0] ?? '';
  }

  suite(row: number): readonly string[] {
    return this.suites[this.numbers.suites[row] ?? 0] ?? [];
  }

  project(row: number): string {
    return this.projects[this.numbers.projects[row] ?? -1] ?? '';
  }

  environment(row: number): string {
    return this.environments[this.numbers.environments[row] ?? -1] ?? '';
  }

  lastingEnvironment(row: number): string {
    return this.environments[this.numbers.lastingEnvironments[row] ?? -1] ?? '';
  }

  id(row: number): string {
    const titles = [...this.suite(row), this.titles[row] ?? ''];
    return this.ids[row] || pathId(this.project(row), this.file(row), titles);
  }

  /** Milliseconds; -1 if unknown. */
  duration(row: number): number {
    return this.numbers.durations[row] ?? -1;
  }

  /** The rows for which this holds, in order. */
  where(holds: (row: number) => boolean): number[] {
    const found: number[] = [];
    for (let row = 0; row < this.size; row++) if (holds(row)) found.push(row);
    return found;
  }

  /** The external id, and the environment if there are several. */
  name(row: number): string {
    const environment = this.environment(row);
    return environment === '' ? this.id(row) : `${this.id(row)} (${environment})`;
  }

  /** The first of these rows of each test: a test has one in each environment. */
  oneOfEach(rows: readonly number[]): number[] {
    const seen = new Set<string>();
    return rows.filter((row) => {
      const key = this.keys[row] ?? '';
      return !seen.has(key) && seen.add(key);
    });
  }

  /** How many tests these rows belong to. */
  testsIn(rows: readonly number[]): number {
    return this.oneOfEach(rows).length;
  }

  /** Whether it passed after it had failed. */
  isRepeated(row: number): boolean {
    return (this.numbers.repeats[row] ?? 0) > 0 && this.outcome(row) === 'P';
  }

  hasErrors(row: number): boolean {
    return ((this.numbers.traits[row] ?? 0) & HAS_ERRORS) !== 0;
  }

  hasAttachments(row: number): boolean {
    return ((this.numbers.traits[row] ?? 0) & HAS_ATTACHMENTS) !== 0;
  }

  /** `RowChunk.evidence` */
  evidence(row: number): number {
    return (this.numbers.traits[row] ?? 0) >> 3;
  }

  /** Whether it is a failure that was marked as known. */
  isKnown(row: number): boolean {
    return ((this.numbers.traits[row] ?? 0) & IS_KNOWN) !== 0;
  }

  /** The failures that count. */
  failures(): number[] {
    return this.where((row) => this.outcome(row) === 'F' && !this.isKnown(row));
  }

  markKnown(row: number): void {
    this.numbers.traits[row] = (this.numbers.traits[row] ?? 0) | IS_KNOWN;
  }

  /** The row that another one replaces, or a new one. */
  #find(source: number, place: number): number {
    const { sources, places } = this.numbers;
    for (let row = this.size - 1; row >= 0; row--) if (sources[row] === source && places[row] === place) return row;
    return this.size;
  }

  /** The suite around a test. Most rows have the one of the row before. */
  #suiteOf(titles: readonly string[]): number {
    const last = this.#suites.list[this.#lastSuite] ?? [];
    if (last.length === titles.length - 1 && last.every((title, index) => title === titles[index])) {
      return this.#lastSuite;
    }
    const around = titles.slice(0, -1);
    this.#lastSuite = around.length === 0 ? 0 : this.#suites.add(JSON.stringify(around), around);
    return this.#lastSuite;
  }

  #groupOf(failure: Failure): number {
    const key = causeKey(causeOf(failure));
    const message = shownMessage(failure.message);
    const index = this.#groups.add(`${key}${failure.place}`, { key, message, place: failure.place });
    const group = this.groups[index];
    if (group !== undefined) group.message = commonMessage(group.message, message);
    return index;
  }

  #grow(): void {
    this.size++;
    if (this.size <= this.numbers.outcomes.length) return;
    this.numbers = largerColumns(this.numbers, this.size * 2);
  }
}
