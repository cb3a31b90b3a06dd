import type { Environment } from '../bench.js';
import { asRow, type Scenario, type ShortRow } from '../scenario.js';

/** `testpoint` with arguments. */
export function command(args: readonly string[], env: Environment, ...rows: ShortRow[]): Scenario {
  return { rows: rows.map(asRow), print: (bench) => bench.cli(args, { env }) };
}
