import { median } from './quantile.js';

/** A Markdown table. All columns except the first contain numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}

/** `2,000` */
export function number(value: number, digits = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `1 pair`, `2,000 pairs` */
export function counted(value: number, word: string): string {
  return `${number(value)} ${value === 1 ? word : `${word}s`}`;
}

/** The median and, in brackets, the minimum and the maximum. By default, with a decimal place if the median is below 100. */
export function spread(values: readonly number[], digits = median(values) < 100 ? 1 : 0): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    number(value, digits),
  );
  return `${middle} (${least} to ${most})`;
}

/** The spread of one figure of some runs. */
export function spreadOf<Run>(runs: readonly Run[], figure: (run: Run) => number, digits?: number): string {
  return spread(runs.map(figure), digits);
}

/** The spread of what compares each run with the other one of its turn. */
export function spreadBeside<Run>(
  runs: readonly Run[],
  others: readonly Run[],
  compare: (run: Run, other: Run) => number,
  digits?: number,
): string {
  return spread(
    runs.flatMap((run, index) => {
      const other = others[index];
      return other === undefined ? [] : [compare(run, other)];
    }),
    digits,
  );
}
