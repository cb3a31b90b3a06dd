import type { FailureGroup } from './format.js';

/** Maximum number of groups, and of rows listed for each. */
const GROUPS = 1_000;
const ROWS = 1_000;
const OTHERS = 'Other messages';

/** Groups failures by normalized message. */
export class FailureGroups {
  readonly #groups = new Map<number, Omit<FailureGroup, 'message'>>();

  /** @param message index of its message */
  add(message: number, row: number): void {
    let group = this.#groups.get(message);
    if (group === undefined) {
      group = { rows: [], count: 0 };
      this.#groups.set(message, group);
    }
    group.count++;
    if (group.rows.length < ROWS) group.rows.push(row);
  }

  /** Largest first. After the first thousand, all others form one group. */
  list(messages: readonly string[]): FailureGroup[] {
    const groups = [...this.#groups]
      .map(([message, group]) => ({ message: messages[message] ?? '', ...group }))
      .sort((one, other) => other.count - one.count || (one.rows[0] ?? 0) - (other.rows[0] ?? 0));
    const rest = groups.splice(GROUPS);
    if (rest.length === 0) return groups;
    const rows = rest.flatMap((group) => group.rows).sort((one, other) => one - other);
    const count = rest.reduce((sum, group) => sum + group.count, 0);
    return [...groups, { message: OTHERS, rows: rows.slice(0, ROWS), count }];
  }
}
