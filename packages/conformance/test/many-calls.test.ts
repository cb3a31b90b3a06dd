import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result, StepResult } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Column } from '../src/columns/column.js';
import { columns } from '../src/columns/index.js';
import { run } from '../src/processes.js';
import { Project } from '../src/project.js';
import { startService } from './service.js';

const DEPTH = 2_000;
const LAUNCH = { suites: ['many-calls'], reporting: true, bail: false };
let server: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

describe.each(columns.map((column) => [column.name, column] as const))('%s', (_, column) => {
  it('the work for calls of the test API grows with their number, and 2,000 nested steps pass', {
    timeout: 240_000,
  }, async () => {
    const [few, many] = await Promise.all([workFor(column, 5_000), workFor(column, 20_000)]);
    // 4 times the calls cost at most 4 times the work, or 16 times if each call looks at the ones before it.
    expect(many / few).toBeLessThan(5);
  });
});

/** Blocks of our code that the processes of a run executed. */
async function workFor(column: Column, calls: number): Promise<number> {
  const project = new Project(column, LAUNCH);
  const coverage = mkdtempSync(join(tmpdir(), 'testpoint-coverage-'));
  const testRunId = randomUUID();
  try {
    const { code, stdout, stderr } = await run({
      args: column.command(LAUNCH),
      cwd: project.folder,
      env: {
        CONFORMANCE_FOLDER: project.folder,
        CALLS: `${calls}`,
        NODE_V8_COVERAGE: coverage,
        TMS_URL: server.url,
        TMS_SECRET_KEY: 'a2V5',
        TMS_CONFIGURATION_ID: '11111111-1111-4111-8111-111111111111',
        TMS_TEST_RUN_ID: testRunId,
      },
    });
    expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' });
    const response = await fetch(`${server.url}/inspect/runs/${testRunId}/history`);
    const results = ((await response.json()) as { body: Result }[]).map(({ body }) => body);
    check(results, calls);
    return runsIn(coverage);
  } finally {
    project.remove();
    rmSync(coverage, { recursive: true, force: true });
  }
}

function check(results: readonly Result[], calls: number): void {
  expect(results.map(({ outcome }) => outcome)).toEqual(['Passed', 'Passed']);
  const { parameters, properties, links, stepResults } =
    results.find(({ autoTestExternalId }) => autoTestExternalId === 'many') ?? {};
  expect([parameters, properties].map((map) => Object.keys(map ?? {}).length)).toEqual([calls, calls]);
  expect([links, stepResults].map((list) => list?.length)).toEqual([calls, calls]);
  const nested = results.find(({ autoTestExternalId }) => autoTestExternalId !== 'many');
  expect(numberOf(nested?.stepResults)).toBe(DEPTH);
}

function numberOf(steps: readonly StepResult[] = []): number {
  return steps.reduce((number, { stepResults }) => number + 1 + numberOf(stepResults), 0);
}

function runsIn(coverage: string): number {
  let runs = 0;
  for (const file of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as { result: Script[] };
    for (const { url, functions } of result) {
      if (!/[\\/]packages[\\/][a-z]+[\\/]dist[\\/]/.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) runs += count;
    }
  }
  return runs;
}

interface Script {
  url: string;
  functions: { ranges: { count: number }[] }[];
}
