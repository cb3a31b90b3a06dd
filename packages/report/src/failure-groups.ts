import type { Failure } from './failure.js';
import type { FailureGroup } from './format.js';

/** Maximum number of groups, and of rows listed for each. */
const GROUPS = 1_000;
const ROWS = 1_000;
const OTHERS = 'Other messages';

/** Groups failures by normalized message and place. */
export class FailureGroups {
  readonly #groups = new Map<number, Pick<FailureGroup, 'rows' | 'count'>>();

  /** @param failure index of the first failure like it */
  add(failure: number, row: number): void {
    let group = this.#groups.get(failure);
    if (group === undefined) {
      group = { rows: [], count: 0 };
      this.#groups.set(failure, group);
    }
    group.count++;
    if (group.rows.length < ROWS) group.rows.push(row);
  }

  /** Largest first. After the first thousand, all others form one group. */
  list(failures: readonly Failure[]): FailureGroup[] {
    const groups = [...this.#groups]
      .map(([index, group]) => ({ message: '', place: '', ...failures[index], ...group }))
      .sort((one, other) => other.count - one.count || (one.rows[0] ?? 0) - (other.rows[0] ?? 0));
    const rest = groups.splice(GROUPS);
    if (rest.length === 0) return groups;
    const rows = rest.flatMap((group) => group.rows).sort((one, other) => one - other);
    const count = rest.reduce((sum, group) => sum + group.count, 0);
    return [...groups, { message: OTHERS, place: '', rows: rows.slice(0, ROWS), count }];
  }
}
