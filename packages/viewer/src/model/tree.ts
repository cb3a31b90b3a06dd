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
  group: Group | undefined;
  index: number;
  suites: Map<string, Branch>;
  /** Rows and inner branches, in order of first appearance. */
  members: (number | Branch)[];
}

/** Builds a tree from rows in table order. @param by outermost groups */
export function treeOf(rows: Int32Array, table: ResultTable, run: RunData, by?: Grouping): Tree {
  const builder = new TreeBuilder(rows.length, table, run);
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

/** Visible positions in the order: those not inside a folded group. */
export function unfolded({ order, groups }: Tree, isFolded: (group: Group) => boolean): Int32Array {
  const places = new Int32Array(order.length);
  let count = 0;
  for (let place = 0; place < order.length; ) {
    places[count++] = place;
    const entry = order[place] ?? 0;
    const group = entry < 0 ? groups[-1 - entry] : undefined;
    place = group !== undefined && isFolded(group) ? group.end : place + 1;
  }
  return places.slice(0, count);
}

class TreeBuilder {
  readonly #rows: number;
  #order: Int32Array;
  #depths: Uint8Array;
  #length = 0;
  readonly #groups: Group[] = [];
  readonly #table: ResultTable;
  readonly #run: RunData;

  constructor(rows: number, table: ResultTable, run: RunData) {
    this.#rows = rows;
    this.#table = table;
    this.#run = run;
    this.#order = new Int32Array(rows + 64);
    this.#depths = new Uint8Array(rows + 64);
  }

  addFiles(rows: Int32Array): void {
    for (const file of this.#files(rows, undefined)) this.#emit(file, 0);
  }

  addOuter({ key, names }: Grouping, index: number, rows: Int32Array): void {
    const title = names[index] ?? '';
    // The first group has no name of its own.
    const root = newBranch(this.#newGroup('outer', keyOf(key, index === 0 ? null : title), title, 0));
    root.members = this.#files(rows, root);
    this.#emit(root, 0);
  }

  #files(rows: Int32Array, outer: Branch | undefined): Branch[] {
    const files: Branch[] = [];
    for (let from = 0; from < rows.length; ) {
      const file = this.#table.files[rows[from] ?? 0] ?? 0;
      let to = from + 1;
      while (to < rows.length && this.#table.files[rows[to] ?? 0] === file) to++;
      files.push(this.#file(file, rows.subarray(from, to), outer?.group));
      from = to;
    }
    return files;
  }

  #file(file: number, rows: Int32Array, outer: Group | undefined): Branch {
    const name = this.#run.files[file] ?? '';
    const depth = outer === undefined ? 0 : outer.depth + 1;
    const root = newBranch(this.#newGroup('file', keyOf(outer?.key, name), name || '(no file)', depth));
    const known = new Map<number, Branch>();
    for (const row of rows) {
      const suite = this.#table.suites[row] ?? 0;
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
    let position = 0;
    const outermost = this.#groups.filter(({ depth }) => depth === 0);
    for (const group of outermost) {
      group.position = ++position;
      group.siblings = outermost.length;
    }
    return {
      order: this.#order.slice(0, this.#length),
      depths: this.#depths.slice(0, this.#length),
      groups: this.#groups,
    };
  }

  #branchOf(root: Branch, titles: readonly string[]): Branch {
    let branch = root;
    for (const title of titles) {
      let inner = branch.suites.get(title);
      if (inner === undefined) {
        const outer = branch.group;
        inner = newBranch(
          this.#newGroup('suite', keyOf(outer?.key, title), title.trim() || '(untitled)', (outer?.depth ?? 0) + 1),
        );
        branch.suites.set(title, inner);
        branch.members.push(inner);
      }
      branch = inner;
    }
    return branch;
  }

  #newGroup(kind: Group['kind'], key: string, title: string, depth: number): { group: Group; index: number } {
    const group: Group = {
      kind,
      key,
      title,
      depth,
      end: 0,
      tests: 0,
      failed: 0,
      known: 0,
      blocked: 0,
      duration: 0,
      position: 1,
      siblings: 1,
    };
    this.#groups.push(group);
    return { group, index: this.#groups.length - 1 };
  }

  #emit({ group, index, members }: Branch, depth: number): void {
    const table = this.#table;
    if (group === undefined) return;
    this.#push(-1 - index, depth);
    let position = 0;
    for (const member of members) {
      position++;
      if (typeof member === 'number') {
        this.#push(member, depth + 1);
        group.tests++;
        const outcome = table.outcomes[member];
        if (outcome === FAILED) group.failed++;
        if (outcome === KNOWN) group.known++;
        if (outcome === BLOCKED) group.blocked++;
        group.duration += Math.max(0, table.durations[member] ?? 0);
      } else if (member.group !== undefined) {
        member.group.position = position;
        member.group.siblings = members.length;
        this.#emit(member, depth + 1);
        group.tests += member.group.tests;
        group.failed += member.group.failed;
        group.known += member.group.known;
        group.blocked += member.group.blocked;
        group.duration += member.group.duration;
      }
    }
    group.end = this.#length;
  }

  #push(entry: number, depth: number): void {
    if (this.#length === this.#order.length) {
      const larger = this.#length * 2 + this.#rows;
      const order = new Int32Array(larger);
      order.set(this.#order);
      this.#order = order;
      const depths = new Uint8Array(larger);
      depths.set(this.#depths);
      this.#depths = depths;
    }
    this.#order[this.#length] = entry;
    this.#depths[this.#length] = Math.min(depth, 255);
    this.#length++;
  }
}

function keyOf(outer: string | undefined, name: string | null): string {
  return JSON.stringify([outer, name]);
}

function newBranch({ group, index }: { group: Group; index: number }): Branch {
  return { group, index, suites: new Map(), members: [] };
}
