import type { Column } from './columns/column.js';

/** Collects the result of each cell, and prints a table at the end. */
export class Scoreboard {
  readonly #columns: readonly Column[];
  readonly #cells = new Map<string, Map<string, string>>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  note(row: string, column: string, mark: string): void {
    const cells = this.#cells.get(row) ?? new Map<string, string>();
    cells.set(column, mark);
    this.#cells.set(row, cells);
  }

  toString(): string {
    const names = this.#columns.map(({ name }) => name);
    const line = (title: string, cells: readonly string[]) =>
      `${shortened(title).padEnd(WIDTH)} ${cells.map((cell, index) => cell.padEnd(names[index]?.length ?? 0)).join('  ')}`;
    return [
      line('', names),
      ...[...this.#cells].map(([row, cells]) =>
        line(
          row,
          names.map((name) => cells.get(name) ?? '–'),
        ),
      ),
    ].join('\n');
  }
}

const WIDTH = 100;

function shortened(title: string): string {
  return title.length > WIDTH ? `${title.slice(0, WIDTH - 1)}…` : title;
}
