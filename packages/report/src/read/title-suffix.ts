import type { ResultView } from '../format.js';

/** What tells a test from equal ones of its file, and ends its id if that is derived: "(type check)", "(2)". */
export function titleSuffix({ origin = '', occurrence = 1 }: Partial<ResultView> = {}): string {
  return `${origin === '' ? '' : ` (${origin})`}${occurrence > 1 ? ` (${occurrence})` : ''}`;
}
