import { mkdirSync } from 'node:fs';
import { ChannelReader, type Session } from '@testpoint/core';
import { CHANNEL_VARIABLE } from '@testpoint/core/channel';
import { type ChannelData, openChannel } from '@testpoint/core/test-api';
import type { MochaRunner } from '../in-test/mocha-types.js';
import { OWNER_VARIABLE } from '../in-test/setup-process.js';
import type { RunSource } from './held-test.js';
import { OwnChannel } from './own-channel.js';
import { ParallelRoster } from './parallel-roster.js';
import type { Roster } from './roster.js';
import { SerialRoster, SerialRuns } from './serial-run.js';
import { selectionOf, titleSelectionOf } from './suite-tree.js';
import { WorkerRuns } from './worker-runs.js';

/** The differences between a run in this process and a run in workers. */
export interface RunMode {
  live: boolean;
  roster: Roster;
  runs: RunSource & { readonly hasSeen: boolean };
  /** With `--delay`: the suite is complete. */
  ready(): void;
  /** Reads the rest of the channel. */
  readRest(): void;
  /** The data that is missing without the setup file. */
  unseen: string;
  /** Why a test without any event did not run. */
  lost: string;
  end(): void;
}

type Warn = (warning: ChannelData['warning']) => void;

/** @param warn receives warnings of the test API */
export function serialMode(session: Session, runner: MochaRunner, idRoot: string, warn: Warn): RunMode {
  openChannel(new OwnChannel(session, warn));
  const roster = new SerialRoster(runner, idRoot, selectionOf(runner));
  return {
    live: true,
    roster,
    runs: new SerialRuns(),
    ready: () => roster.number(),
    readRest: () => {},
    unseen: 'steps, attachments and parameters',
    lost: 'Mocha did not run this test.',
    end: () => openChannel(undefined),
  };
}

/** @param warn receives warnings of the test API */
export function parallelMode(session: Session, runner: MochaRunner, idRoot: string, warn: Warn): RunMode {
  const directory = makeChannel(session);
  // Workers copy the environment when they start, which is later.
  if (directory !== undefined) {
    process.env[CHANNEL_VARIABLE] = directory;
    process.env[OWNER_VARIABLE] = String(process.pid);
  }
  const roster = new ParallelRoster(idRoot, titleSelectionOf(runner), () => runs.read());
  const runs = new WorkerRuns(new ChannelReader(directory ?? ''), roster, warn);
  return {
    live: false,
    roster,
    runs,
    ready: () => {},
    readRest: () => runs.read(),
    unseen: 'start and end of tests and hooks, steps, attachments, parameters, and tests that did not run',
    lost: 'The worker process ended before Mocha received the result.',
    end: () => {
      delete process.env[CHANNEL_VARIABLE];
      delete process.env[OWNER_VARIABLE];
    },
  };
}

function makeChannel(session: Session): string | undefined {
  const directory = session.channelDirectory;
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}
