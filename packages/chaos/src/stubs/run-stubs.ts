import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inLanes } from '../lanes.js';
import { FIXTURES } from '../programs.js';
import { inOwnFolder, type PartReport, type RunOptions } from '../scenario/run-scenarios.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { runStub, type StubColumn, type StubVerdict } from './stub-run.js';

export interface StubsOptions extends Pick<RunOptions, 'atOnce' | 'folder'> {
  kinds: readonly string[];
  columns: readonly StubColumn[];
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
export async function runStubs({ columns, folder, ...options }: StubsOptions): Promise<PartReport> {
  await using service = await ServiceUnderFire.start(folder, 'any');
  const failures: string[] = [];
  const lines: string[] = [];
  for (const column of columns) lines.push(await runColumn(column, service, { folder, ...options }, failures));
  return { summary: lines.join('\n'), ran: columns.length * options.kinds.length, failures };
}

/** @returns a summary of the column */
async function runColumn(
  column: StubColumn,
  service: ServiceUnderFire,
  { kinds, atOnce, folder, limit = LIMIT, onVerdict }: Omit<StubsOptions, 'columns'>,
  failures: string[],
): Promise<string> {
  const hanging: string[] = [];
  const failedBefore = failures.length;
  const { name, knownHangs } = column;
  const unstubbed = { folder: join(folder, name), limit: REFERENCE_LIMIT };
  const { bodies, problems, bareHangs } = await runStub(column, NO_STUB, service, unstubbed);
  if (bareHangs) problems.push('the suite does not end even without us');
  if (problems.length > 0 || bodies.size === 0) throw new Error([`${name}, ${NO_STUB}`, ...problems].join('\n'));
  await inLanes(kinds, atOnce, async (rest) => {
    for (const kind of rest) {
      const run = (own: string) => runStub(column, kind, service, { folder: own, limit, reference: bodies });
      const verdict = await inOwnFolder(folder, `${name}, ${kind}`, run, failures);
      if (verdict.bareHangs) hanging.push(kind);
      onVerdict?.(kind, name, verdict);
    }
  });
  const failed = failures.length - failedBefore;
  const hang = `${hanging.length} do not end even without us`;
  if (hanging.length > knownHangs) {
    const kindsInOrder = kinds.filter((kind) => hanging.includes(kind));
    failures.push(`${name}: ${hang} (known: ${knownHangs}): ${kindsInOrder.join(', ')}`);
  }
  return `${name}: ${kinds.length} stubs, ${failed} failed; ${hang}`;
}
