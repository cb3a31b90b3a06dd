import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { THREAD_KILLER } from '../programs.js';
import type { DeliveryChoices, Scenario, Suite } from '../scenario/scenario.js';
import type { FaultKind } from './fault-kind.js';

const SETTINGS: DeliveryChoices = {
  requestTimeout: 2_000,
  closeTimeout: 5_000,
  batchSize: 3,
  flushInterval: 10,
  concurrency: 16,
  resultsBody: 'auto',
  api: 'v2',
};

/** One cell of the matrix: a suite with one kind of fault. */
export function cell(kind: FaultKind, suite: Suite): Scenario {
  return {
    name: kind.name,
    suites: [afflicted(suite, kind)],
    atOnce: false,
    run: 'given',
    settings: { ...SETTINGS, ...kind.settings },
    faults: undefined,
    network: () => undefined,
    events: [],
    outbox: [],
    flushes: [],
    losesNoAnswer: true,
    ...kind.changes,
  };
}

function afflicted(
  suite: Suite,
  { threadDiesAfter, exitsAfter, closesAfter, diskLimit, descriptorLimit, noOutbox }: FaultKind,
): Suite {
  return {
    ...suite,
    ...(exitsAfter !== undefined && { end: { code: exitsAfter, signal: null }, endsEarly: true as const }),
    threadDeaths: suite.threadDeaths + (threadDiesAfter === undefined ? 0 : 1),
    prepare(folder, environment) {
      const command = suite.prepare(folder, environment);
      if (noOutbox) occupy(environment.TMS_OUTBOX_DIR ?? '', folder);
      return {
        ...command,
        env: {
          ...command.env,
          ...(noOutbox && { TMPDIR: join(folder, 'temporary'), TEMP: join(folder, 'temporary') }),
          ...(exitsAfter !== undefined && { CHAOS_EXIT_AFTER: `${exitsAfter}` }),
          ...(closesAfter !== undefined && { CHAOS_CLOSE_AFTER: `${closesAfter}` }),
          ...(threadDiesAfter !== undefined && {
            NODE_OPTIONS: `--import=${THREAD_KILLER}`,
            CHAOS_THREAD_LIFETIME: `${threadDiesAfter}`,
          }),
        },
        ...(diskLimit !== undefined && { diskLimit }),
        ...(descriptorLimit !== undefined && { descriptorLimit }),
      };
    },
  };
}

/** Puts a file where the outbox should be. The fallback outbox then goes into a folder of the scenario. */
function occupy(outbox: string, folder: string): void {
  mkdirSync(dirname(outbox), { recursive: true });
  writeFileSync(outbox, 'a file where the outbox should be');
  mkdirSync(join(folder, 'temporary'));
}
