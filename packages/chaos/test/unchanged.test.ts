import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { DISTURBANCES, HOSTS } from '../src/trials/disturbed-suites.js';
import { runUnchanged } from '../src/trials/unchanged.js';

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run test:chaos -- --only unchanged` runs all of them, with services of every kind. */
const SAMPLE = {
  'throw 100 ms after the last test': ['jest -i --forceExit', 'mocha --exit', 'vitest'],
  'exit 100 ms after the last test, unless the process has ended': ['mocha', 'jest -i'],
  'standard error goes to a closed pipe': ['mocha', 'vitest'],
  'standard error goes to a full disk': ['mocha'],
  'SIGTERM from a test': ['mocha'],
  'SIGTERM from a test to process 1': ['jest', 'playwright'],
};
/** `npm test` takes the first host of the second and the third. */
const PARTS = Object.entries(SAMPLE);
const TAKEN = IS_LONG ? PARTS : PARTS.slice(1, 3).map(([name, hosts]): [string, string[]] => [name, hosts.slice(0, 1)]);

it.each(TAKEN)('%s: reporting changes no suite and loses nothing', { timeout: 180_000 }, async (name, hosts) => {
  const { summary, failures } = await runUnchanged({
    hosts: HOSTS.filter((host) => hosts.includes(host.name)),
    disturbances: DISTURBANCES.filter((disturbance) => disturbance.name === name),
    answers: [200],
    atOnce: 2,
    folder: mkdtempSync(join(folder, 'part-')),
  });
  expect(failures).toEqual([]);
  expect(summary).toContain(`${hosts.length} disturbed suites`);
});
