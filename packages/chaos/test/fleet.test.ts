// Suites that report to three servers behind a load balancer, on one PostgreSQL and one S3 store. Clients, connections and
// servers fail. The servers' own faults are left out, because each process has its own. `npm run test:fleet` runs much more of this.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BackingServices } from '../../reference-server/test/backing-services.js';
import { Fleet } from '../../reference-server/test/fleet.js';
import { FAULT_KINDS } from '../src/matrix/fault-kinds.js';
import { frameworkColumns } from '../src/matrix/framework-columns.js';
import { runMatrix } from '../src/matrix/run-matrix.js';
import { SCRIPTED_COLUMN } from '../src/matrix/scripted-column.js';
import { FRAMEWORK_NAMES } from '../src/programs.js';
import type { Column } from '../src/scenario/run-scenarios.js';
import { runSeeds } from '../src/scenario/run-seeds.js';
import type { StartBackend } from '../src/service/backend.js';
import { runKills } from '../src/trials/kills.js';
import { runShards } from '../src/trials/shards.js';

const IS_SAMPLE = process.env.DATABASE !== 'fleet';
const SAMPLE = ['the service restarts on its database', 'SIGKILL'];
const KINDS = FAULT_KINDS.filter(({ faults }) => faults === undefined);
const isInSample = ({ name }: (typeof KINDS)[number]) => SAMPLE.includes(name);
const TIME = { timeout: IS_SAMPLE ? 300_000 : 3_600_000 };

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-fleet-'));
let services: BackingServices;
beforeAll(async () => {
  if (IS_SAMPLE && !IS_LONG) return;
  services = await BackingServices.start();
}, 180_000);
afterAll(async () => {
  await services?.close();
  rmSync(folder, { recursive: true, force: true });
});

const backend: StartBackend = async ({ catalog, open }) => {
  const fleet = await Fleet.start(services, { catalog, open });
  return {
    url: fleet.url,
    get urls() {
      return fleet.urls;
    },
    restart: () => fleet.killOne(),
    close: () => fleet.close(),
  };
};

async function expectNothingLost(column: Column, kinds: typeof KINDS): Promise<void> {
  const { summary, failures, totals } = await runMatrix({ kinds, columns: [column], backend, atOnce: 1, folder });
  console.log(summary);
  expect(failures).toEqual([]);
  expect(totals).toMatchObject({ lost: 0, exitCodes: 0 });
  expect(totals.ran).toBeGreaterThan(0);
}

it.skipIf(IS_SAMPLE && !IS_LONG)(
  'a scripted suite loses nothing when a server or its own process is killed',
  TIME,
  async () => {
    await expectNothingLost(SCRIPTED_COLUMN, IS_SAMPLE ? KINDS.filter(isInSample) : KINDS);
  },
);

it.skipIf(IS_SAMPLE)('whatever fails at random, nothing is lost', TIME, async () => {
  const { summary, failures } = await runSeeds({ first: 1, count: 100, backend, atOnce: 3, folder });
  console.log(summary);
  expect(failures).toEqual([]);
});

it.skipIf(IS_SAMPLE)('a suite killed at any point loses nothing that was announced', TIME, async () => {
  const { summary, failures } = await runKills({
    column: SCRIPTED_COLUMN,
    seed: 1,
    count: 100,
    backend,
    atOnce: 3,
    folder,
  });
  console.log(summary);
  expect(failures).toEqual([]);
});

it.skipIf(IS_SAMPLE)(
  'eight shards that report to one run, two of them killed, lose nothing and complete it once',
  TIME,
  async () => {
    const { failures } = await runShards(200, folder, backend);
    expect(failures).toEqual([]);
  },
);

it.skipIf(IS_SAMPLE).each(FRAMEWORK_NAMES)('%s loses nothing and keeps its exit codes', TIME, async (name) => {
  for (const column of await frameworkColumns([name], folder)) {
    await expectNothingLost(column, KINDS.filter(isInSample));
    const { summary, failures } = await runSeeds({ first: 1, count: 3, column, backend, atOnce: 1, folder });
    console.log(summary);
    expect(failures).toEqual([]);
  }
});
