import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inLanes } from '../lanes.js';
import { FIXTURES } from '../programs.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import type { StubColumn } from './stub-column.js';
import { runStub, type StubVerdict } from './stub-run.js';

export interface StubsReport {
  /** One line for each framework. */
  lines: string[];
  failures: string[];
}

export interface StubsOptions {
  kinds: readonly string[];
  columns: readonly StubColumn[];
  /** How many suites to run at once. */
  atOnce: number;
  /** Leftovers of failed suites stay in this folder. */
  folder: string;
  /** Maximum duration of a suite without us, milliseconds. After that it counts as hanging. */
  limit?: number;
  /** Called when a suite ends. */
  onVerdict?(kind: string, column: string, verdict: StubVerdict): void;
}

/** All changes that a test may make to its process and leave behind. */
const { KINDS, NO_STUB } = createRequire(import.meta.url)(join(FIXTURES, 'stubs', 'stub.cjs')) as {
  KINDS: string[];
  NO_STUB: string;
};
export const STUB_KINDS: readonly string[] = KINDS;

const LIMIT = 30_000;
/** The same for the suite that stubs nothing: the others are compared with it, so it must end, however busy the machine is. */
const REFERENCE_LIMIT = 120_000;

/** Runs a suite for every kind of stub and framework. */
export async function runStubs({
  kinds,
  columns,
  atOnce,
  folder,
  limit = LIMIT,
  onVerdict,
}: StubsOptions): Promise<StubsReport> {
  await using service = await ServiceUnderFire.start(folder, 'any');
  const lines: string[] = [];
  const failures: string[] = [];
  for (const column of columns) {
    const hanging: string[] = [];
    let failed = 0;
    const { bodies, problems, bareHangs } = await runStub(column, NO_STUB, service, {
      folder: join(folder, column.name),
      limit: REFERENCE_LIMIT,
    });
    if (bareHangs) problems.push('the suite does not end even without us');
    if (problems.length > 0 || bodies.size === 0)
      throw new Error([`${column.name}, ${NO_STUB}`, ...problems].join('\n'));
    const run = async (kind: string) => {
      const own = join(folder, `${column.name} ${kind}`.replace(/[^\w.]+/g, '-'));
      const verdict = await runStub(column, kind, service, { folder: own, limit, reference: bodies });
      if (verdict.bareHangs) hanging.push(kind);
      if (verdict.problems.length === 0) rmSync(own, { recursive: true, force: true });
      else {
        failed++;
        failures.push([`${column.name}, ${kind} (in ${own})`, ...verdict.problems].join('\n  '));
      }
      onVerdict?.(kind, column.name, verdict);
    };
    await inLanes(kinds, atOnce, async (rest) => {
      for (const kind of rest) await run(kind);
    });
    const hang = `${hanging.length} do not end even without us`;
    lines.push(`${column.name}: ${kinds.length} stubs, ${failed} failed; ${hang}`);
    if (hanging.length > column.knownHangs) {
      failures.push(
        `${column.name}: ${hang} (known: ${column.knownHangs}): ${kinds.filter((kind) => hanging.includes(kind)).join(', ')}`,
      );
    }
  }
  return { lines, failures };
}
