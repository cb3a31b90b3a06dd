import { append } from '@testpoint/core/built-ins';
import type { SeenTest } from '../in-test/runner-types.js';
import { keyOf as keyOfPlaces, type Place } from '../in-test/test-key.js';
import type { EventData } from './node-events.js';
import type { Observed } from './observed.js';
import type { TestFile, TestProcess } from './test-files.js';
import { TestNode } from './test-node.js';

const { create, keys } = Object;

/**
 * The tests that are not yet in Node's report. Events name a test by an id, or else only by its place and title: then equal
 * ones take turns.
 */
export class TestNodes {
  /** By id, or by place and title. */
  readonly #open: Record<string, TestNode[] | undefined> = create(null);
  /** The last one that has begun, by nesting. */
  readonly #begun: (TestNode | undefined)[] = [];
  /** The path in Node's report, by nesting. */
  readonly #reported: (TestNode | undefined)[] = [];

  /** A test is announced. Without ids, its parent is a guess if several could be, unless it is given. */
  add(file: TestFile, data: EventData, parent = this.#parentOf(data)): TestNode {
    const node = new TestNode(file, data, parent);
    const key = keyOf(data);
    const alike = this.#open[key];
    if (alike === undefined) this.#open[key] = [node];
    else append(alike, node);
    return node;
  }

  /** Node begins to run it. */
  begin(file: TestFile, data: EventData): TestNode {
    const node = this.#find(data, ({ hasBegun }) => !hasBegun) ?? this.add(file, data);
    node.hasBegun = true;
    this.#begun[data.nesting] = node;
    this.#begun.length = data.nesting + 1;
    return node;
  }

  /** It has ended. Node may say so twice, and says it first of a test that was cancelled before it was announced. */
  end(data: EventData): TestNode | undefined {
    const node =
      this.#find(data, ({ hasBegun, hasEnded }) => hasBegun && !hasEnded) ??
      this.#find(data, ({ hasEnded }) => !hasEnded);
    if (node !== undefined) ended(node, data);
    return node;
  }

  /** Its turn in Node's report has come, right after that of its parent: now the parent is certain. */
  start(file: TestFile, data: EventData): TestNode {
    const node = this.#find(data, ({ isStarted }) => !isStarted) ?? this.add(file, data);
    node.isStarted = true;
    node.parent = data.nesting === 0 ? undefined : this.#reported[data.nesting - 1];
    node.place = placeIn(node.parent?.names ?? file.process.names, data.name);
    this.#reported[data.nesting] = node;
    this.#reported.length = data.nesting + 1;
    return node;
  }

  /** Node reports it. */
  report(data: EventData): TestNode | undefined {
    const node = this.#reported[data.nesting];
    if (node === undefined) return undefined;
    ended(node, data);
    this.#forget(keyOf(node.data), node);
    return node;
  }

  /** Tests of a process that are not in the report, as they were announced. */
  silent(process: TestProcess): TestNode[] {
    const found: TestNode[] = [];
    for (const key of keys(this.#open))
      for (const node of this.#open[key] ?? []) if (node.file.process === process) append(found, node);
    return found;
  }

  /**
   * The process has ended: adds to those of its tests that are not in the report what the setup file knows of them, and of others.
   * @param fileOf the file of a test
   */
  complete(process: TestProcess, observed: Observed, fileOf: (data: EventData) => TestFile): void {
    const known: Record<string, TestNode> = create(null);
    const silent = this.silent(process);
    this.place(silent);
    for (const node of silent) known[node.key ?? ''] = node;
    for (const { path, loc, type = 'test', ...declared } of observed.takeDeclared(process.name)) {
      const key = keyOfPlaces(process.name, path);
      const nesting = path.length - 1;
      const [name, number] = path[nesting] as Place;
      const parent = known[keyOfPlaces(process.name, path.slice(0, nesting))];
      const isReported = (nesting > 0 && parent === undefined) || ((parent ?? process).names[name] ?? 0) >= number;
      if (known[key] === undefined && !isReported) {
        const data: EventData = { ...declared, ...loc, name, nesting };
        known[key] = this.add(fileOf(data), data, parent);
        this.place([known[key]]);
      }
      // Node 20 says it only of suites, at their end.
      if (known[key] !== undefined) known[key].data.type ??= type;
    }
    for (const key of keys(known)) {
      const node = known[key] as TestNode;
      const seen = observed.take(key);
      const end = (seen?.framework as SeenTest | undefined)?.end;
      node.seen ??= seen;
      if (end === undefined) continue;
      node.hasBegun = true;
      if (node.parent !== undefined) node.parent.hasBegun = true;
      if (!node.hasEnded) ended(node, { ...node.data, ...end.directive, details: end.details });
      for (const text of end.diagnostics ?? []) append(node.diagnostics, text);
    }
  }

  /** Their turn in Node's report does not come, so that they are numbered as they were announced. */
  place(nodes: readonly TestNode[]): void {
    for (const node of nodes) node.place ??= placeIn(node.parent?.names ?? node.file.process.names, node.data.name);
  }

  forget(nodes: readonly TestNode[]): void {
    for (const node of nodes) this.#forget(keyOf(node.data), node);
  }

  #forget(key: string, node: TestNode): void {
    const alike = this.#open[key]?.filter((one) => one !== node) ?? [];
    if (alike.length === 0) delete this.#open[key];
    else this.#open[key] = alike;
  }

  #find(data: EventData, isWanted: (node: TestNode) => boolean): TestNode | undefined {
    return this.#open[keyOf(data)]?.find(isWanted);
  }

  #parentOf({ nesting, parentId, entryFile }: EventData): TestNode | undefined {
    if (nesting === 0) return undefined;
    if (parentId !== undefined) return this.#open[idKey(entryFile, parentId)]?.[0];
    return this.#begun[nesting - 1];
  }
}

function ended(node: TestNode, data: EventData): void {
  node.hasEnded = true;
  node.data = { ...data, type: node.data.type };
}

function keyOf({ testId, entryFile, nesting, file, line, column, name }: EventData): string {
  return testId === undefined ? `${nesting}:${line}:${column}:${file}:${name}` : idKey(entryFile, testId);
}

function idKey(entryFile: string | undefined, id: number): string {
  return `${entryFile ?? ''}#${id}`;
}

function placeIn(names: Record<string, number>, name: string): Place {
  const number = (names[name] ?? 0) + 1;
  names[name] = number;
  return [name, number];
}
