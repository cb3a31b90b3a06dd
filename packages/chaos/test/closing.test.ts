import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { FAULT_KINDS } from '../src/matrix/fault-kinds.js';
import { runMatrix } from '../src/matrix/run-matrix.js';
import { SCRIPTED_COLUMN } from '../src/matrix/scripted-column.js';
import { runSeeds } from '../src/scenario/run-seeds.js';
import { type StartBackend, startOneServer } from '../src/service/backend.js';
import { runKills } from '../src/trials/kills.js';

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = () => {
  throw new Error('broken');
};

const PARTS: [string, (backend: StartBackend) => Promise<unknown>][] = [
  [
    'matrix',
    (backend) => {
      const kinds = FAULT_KINDS.slice(0, 3);
      return runMatrix({ kinds, columns: [SCRIPTED_COLUMN], backend, atOnce: 2, folder, onVerdict: broken });
    },
  ],
  ['seeds', (backend) => runSeeds({ first: 1, count: 3, backend, atOnce: 2, folder, onVerdict: broken })],
  [
    'kills',
    (backend) => {
      const suite = { ...SCRIPTED_COLUMN.suite, prepare: broken };
      return runKills({ column: { name: 'broken', suite }, seed: 1, count: 3, backend, atOnce: 2, folder });
    },
  ],
];

/** `npm test` takes one. */
it.each(IS_LONG ? PARTS : PARTS.slice(0, 1))(
  '%s: every service that was started is closed when a run throws',
  async (_, run) => {
    let started = 0;
    let closed = 0;
    const counted: StartBackend = async (options) => {
      started++;
      const backend = await startOneServer(options);
      const { close } = backend;
      backend.close = async () => {
        await close();
        closed++;
      };
      return backend;
    };
    await expect(run(counted)).rejects.toThrow('broken');
    expect(started).toBeGreaterThan(0);
    expect(closed).toBe(started);
  },
);
