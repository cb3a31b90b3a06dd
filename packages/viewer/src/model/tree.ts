import type { RunData } from '@testpoint/report/format';
import { BLOCKED, FAILED, KNOWN, type ResultTable } from '../data/result-table.js';
import type { Grouping } from './grouping.js';

/** A file or describe block, with its contents. */
export interface Group {
  kind: 'outer' | 'file' | 'suite';
  /** Independent of the filter and of what else is in the run, so that the group stays folded. */
  key: string;
  title: string;
  /** 0 for the outermost ones. */
  depth: number;
  /** Position in `Tree.order` after its last entry. */
  end: number;
  tests: number;
  failed: number;
  known: number;
  blocked: number;
  /** Sum of the known durations, milliseconds. */
  duration: number;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
}

/** Rows under their files and describe blocks, in one list. */
export interface Tree {
  /** A row's number, or for a group -1 minus its index. A group comes before its contents. */
  order: Int32Array;
  groups: Group[];
  /** Depth of each entry of the order. */
  depths: Uint8Array;
}

/** Collects a suite's rows while the tree is built. */
interface Branch {
  group: Group;
  index: number;
  suites: Map<string, Branch>;
  /** Rows and inner branches, in order of first appearance. */
  members: (number | Branch)[];
}

/** Builds a tree from rows in table order. @param by outermost groups */
export function treeOf(rows: Int32Array, table: ResultTable, run: RunData, by?: Grouping): Tree {
  const builder = new TreeBuilder(table, run);
  if (by === undefined) builder.addFiles(rows);
  else {
    const members = by.names.map((): number[] => []);
    for (const row of rows) for (const index of by.of(row)) members[index]?.push(row);
    for (const [index, own] of members.entries()) {
      if (own.length > 0) builder.addOuter(by, index, Int32Array.from(own));
    }
  }
  return builder.tree();
}

/** The group that an entry of a tree's order stands for; undefined for a row. */
export function groupOf({ groups }: Tree, entry: number): Group | undefined {
  return entry < 0 ? groups[-1 - entry] : undefined;
}

/** Visible positions in the order: those not inside a folded group. */
export function unfolded(tree: Tree, isFolded: (group: Group) => boolean): Int32Array {
  const { order } = tree;
  const places = new Int32Array(order.length);
  let count = 0;
  for (let place = 0; place < order.length; ) {
    places[count++] = place;
    const group = groupOf(tree, order[place] ?? 0);
    place = group !== undefined && isFolded(group) ? group.end : place + 1;
  }
  return places.slice(0, count);
}

class TreeBuilder {
  readonly #order: number[] = [];
  readonly #depths: number[] = [];
  readonly #groups: Group[] = [];
  readonly #table: ResultTable;
  readonly #run: RunData;

  constructor(table: ResultTable, run: RunData) {
    this.#table = table;
    this.#run = run;
  }

  addFiles(rows: Int32Array): void {
    for (const file of this.#files(rows)) this.#emit(file);
  }

  addOuter({ key, names }: Grouping, index: number, rows: Int32Array): void {
    const title = names[index] ?? '';
    // The first group has no name of its own.
    const root = this.#newBranch('outer', keyOf(key, index === 0 ? null : title), title);
    root.members = this.#files(rows, root.group);
    this.#emit(root);
  }

  #files(rows: Int32Array, outer?: Group): Branch[] {
    const files: Branch[] = [];
    for (let from = 0; from < rows.length; ) {
      const file = this.#table.numbers.files[rows[from] ?? 0] ?? 0;
      let to = from + 1;
      while (to < rows.length && this.#table.numbers.files[rows[to] ?? 0] === file) to++;
      files.push(this.#file(file, rows.subarray(from, to), outer));
      from = to;
    }
    return files;
  }

  #file(file: number, rows: Int32Array, outer: Group | undefined): Branch {
    const name = this.#run.files[file] ?? '';
    const root = this.#newBranch('file', keyOf(outer?.key, name), name || '(no file)', outer);
    const known = new Map<number, Branch>();
    for (const row of rows) {
      const suite = this.#table.numbers.suites[row] ?? 0;
      let branch = known.get(suite);
      if (branch === undefined) {
        branch = this.#branchOf(root, this.#run.suites[suite] ?? []);
        known.set(suite, branch);
      }
      branch.members.push(row);
    }
    return root;
  }

  tree(): Tree {
    const outermost = this.#groups.filter(({ depth }) => depth === 0);
    for (const [index, group] of outermost.entries()) {
      group.position = index + 1;
      group.siblings = outermost.length;
    }
    return { order: new Int32Array(this.#order), depths: new Uint8Array(this.#depths), groups: this.#groups };
  }

  #branchOf(root: Branch, titles: readonly string[]): Branch {
    let branch = root;
    for (const title of titles) {
      let inner = branch.suites.get(title);
      if (inner === undefined) {
        inner = this.#newBranch('suite', keyOf(branch.group.key, title), title.trim() || '(untitled)', branch.group);
        branch.suites.set(title, inner);
        branch.members.push(inner);
      }
      branch = inner;
    }
    return branch;
  }

  #newBranch(kind: Group['kind'], key: string, title: string, outer?: Group): Branch {
    const depth = outer === undefined ? 0 : outer.depth + 1;
    const group: Group = {
      ...{ kind, key, title, depth, end: 0, position: 1, siblings: 1 },
      ...{ tests: 0, failed: 0, known: 0, blocked: 0, duration: 0 },
    };
    return { group, index: this.#groups.push(group) - 1, suites: new Map(), members: [] };
  }

  #emit({ group, index, members }: Branch): void {
    const { outcomes, numbers } = this.#table;
    this.#push(-1 - index, group.depth);
    for (const [at, member] of members.entries()) {
      if (typeof member === 'number') {
        this.#push(member, group.depth + 1);
        const outcome = outcomes[member];
        group.tests++;
        if (outcome === FAILED) group.failed++;
        if (outcome === KNOWN) group.known++;
        if (outcome === BLOCKED) group.blocked++;
        group.duration += Math.max(0, numbers.durations[member] ?? 0);
      } else {
        member.group.position = at + 1;
        member.group.siblings = members.length;
        this.#emit(member);
        for (const name of SUMS) group[name] += member.group[name];
      }
    }
    group.end = this.#order.length;
  }

  #push(entry: number, depth: number): void {
    this.#order.push(entry);
    this.#depths.push(Math.min(depth, 255));
  }
}

/** What a group adds up from those inside it. */
const SUMS = ['tests', 'failed', 'known', 'blocked', 'duration'] as const;

function keyOf(outer: string | undefined, name: string | null): string {
  return JSON.stringify([outer, name]);
}
