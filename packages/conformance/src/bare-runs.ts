import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ended } from './processes.js';

/** A framework's behavior without our reporter: how its process ended, and its own outcome for each test. */
export interface BareRun {
  ended: Pick<Ended, 'hung' | 'code' | 'signal' | 'stderr'>;
  verdict: unknown;
}

/** A run as stored in the file, without the output of its process. */
interface Recorded extends Omit<BareRun['ended'], 'stderr'> {
  /** Hash of everything that the run depends on. */
  of: string;
  verdict: unknown;
}

/** Path of the recorded runs. */
export const BARE_RUNS = fileURLToPath(new URL('../bare-runs.json', import.meta.url));

/** Runs are recorded only on this system. On other systems every bare run is executed. */
const isRecorded = process.platform === 'linux' && process.versions.node.startsWith('20.');

/**
 * The runs without our reporter. They depend only on the suites and the frameworks, so they are recorded, and repeated only
 * when one of these changes.
 */
export class BareRuns {
  readonly #recorded: Record<string, Recorded>;
  readonly #current: Record<string, Recorded> = {};

  constructor() {
    this.#recorded = isRecorded && existsSync(BARE_RUNS) ? JSON.parse(readFileSync(BARE_RUNS, 'utf8')) : {};
  }

  /**
   * @param name of the run, such as `jest: green`
   * @param inputs everything that the run depends on besides Node
   * @param run executes it
   */
  async get(name: string, inputs: unknown, run: () => Promise<BareRun>): Promise<BareRun> {
    const of = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16);
    const known = this.#recorded[name];
    if (known?.of === of) {
      this.#current[name] = known;
      return { ended: { ...known, stderr: '' }, verdict: known.verdict };
    }
    const bare = await run();
    const { hung, code, signal } = bare.ended;
    this.#current[name] = { of, hung, code, signal, verdict: inOrder(bare.verdict) };
    return bare;
  }

  /**
   * The expected content of the file; undefined if runs are not recorded.
   *
   * @param isWhole whether every run was asked for. If not, the others stay as they are.
   */
  text(isWhole: boolean): string | undefined {
    if (!isRecorded) return undefined;
    const runs = isWhole ? this.#current : { ...this.#recorded, ...this.#current };
    return `${JSON.stringify(inOrder(runs), undefined, 2)}\n`;
  }
}

/** Sorted by key. A report lists tests in the order in which their files end, which varies. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
