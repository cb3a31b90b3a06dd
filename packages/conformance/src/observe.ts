import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flush, resolveSettings } from '@testpoint/core/cli';
import type { Result } from '@testpoint/interface';
import type { BareRun, BareRuns } from './bare-runs.js';
import type { Column, Launch, Mode } from './columns/column.js';
import { type Ended, run } from './processes.js';
import { Project } from './project.js';
import { Relay } from './relay.js';
import { launchOf, type Plan } from './runs.js';

/** A run with our reporter, one without, and everything that was observed. */
export interface Observed {
  plan: Plan;
  ours: Ended;
  alone: BareRun['ended'];
  /** The framework's own outcome for each test, with our reporter and without. */
  verdicts: { ours: unknown; alone: unknown };
  /** The results on the reference server, in order of arrival. */
  results: Result[];
  attachments: ReadonlyMap<string, Attachment>;
  /** The requests to both services. */
  requests: readonly string[];
  /** The mistakes that the strict service found. */
  violations: readonly string[];
  /** External ids of the results that the strict service accepted. */
  taken: readonly string[];
  /** Whether an outbox was created. */
  outbox: boolean;
  /** Whether a report was made. */
  hasReport: boolean;
}

export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

const SECRET_KEY = 'a2V5LW9mLWNvbmZvcm1hbmNl';
const CONFIGURATION = '11111111-1111-4111-8111-111111111111';

/** Runs a plan with and without our reporter. @param server address of the reference server */
export async function observe(column: Column, plan: Plan, server: string, bareRuns: BareRuns): Promise<Observed> {
  const [ours, alone] = await Promise.all([report(column, plan, server), abstain(column, plan, bareRuns)]);
  return { plan, ...ours, alone: alone.ended, verdicts: { ours: ours.verdict, alone: alone.verdict } };
}

/** Runs a small suite in a mode in which nothing must be sent. */
export async function observeMode(column: Column, mode: Mode, server: string): Promise<Reported> {
  return report(column, { name: 'only', suites: ['fine'] }, server, mode);
}

export type Reported = Omit<Observed, 'plan' | 'alone' | 'verdicts'> & { verdict: unknown };

async function report(column: Column, plan: Plan, server: string, mode?: Mode): Promise<Reported> {
  const launch: Launch = { ...launchOf(plan, true), mode: mode?.name };
  const project = new Project(column, launch);
  const relay = await Relay.open(server, SECRET_KEY);
  const runId = randomUUID();
  const settings = { url: relay.url, secretKey: SECRET_KEY, configurationId: CONFIGURATION, testRunId: runId };
  try {
    const ours = await start(column, plan, launch, project, mode, plan.keyless ? {} : environmentOf(settings));
    if (plan.name === 'killed') await deliverRest(project, settings);
    const results = await resultsOf(server, runId);
    return {
      ours,
      verdict: mode === undefined ? verdictsOf(column, project) : undefined,
      results,
      attachments: await attachmentsOf(server, results),
      requests: relay.requests,
      violations: relay.violations,
      taken: relay.taken,
      outbox: project.entries().includes('.testpoint'),
      hasReport: project.entries().includes('testpoint-report'),
    };
  } finally {
    await relay.close();
    project.remove();
  }
}

async function abstain(column: Column, plan: Plan, bareRuns: BareRuns): Promise<BareRun> {
  const launch = launchOf(plan, false);
  const project = new Project(column, launch);
  const run = async () => {
    const ended = await start(column, plan, launch, project, undefined, {});
    return { ended, verdict: verdictsOf(column, project) };
  };
  try {
    // A row needs the output of this run, and recorded runs have none.
    if (plan.keyless) return await run();
    const inputs = [launch, project.files, versionsOf(column)];
    return await bareRuns.get(`${column.name}: ${plan.name}`, inputs, run);
  } finally {
    project.remove();
  }
}

/** Versions of the packages that a project imports, except ours. */
function versionsOf(column: Column): Record<string, string> {
  const foreign = Object.entries(column.links()).filter(([name]) => !name.startsWith('@testpoint/'));
  const version = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  return Object.fromEntries(foreign.map(([name, folder]) => [name, version(folder)]));
}

function start(
  column: Column,
  plan: Plan,
  launch: Launch,
  project: Project,
  mode: Mode | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  return run({
    args: column.command(launch),
    cwd: project.folder,
    env: { CONFORMANCE_FOLDER: project.folder, ...env },
    watch: async (running) => {
      if (plan.signal !== undefined) {
        await running.until(() => project.hasHeard('waiting'));
        running.kill(plan.signal);
      }
      if (mode?.endless) {
        await running.until(() => project.hasHeard('fine'));
        await running.until(() => running.stderr.includes('Testpoint'));
        running.kill('SIGKILL');
      }
    },
  });
}

/** Environment variables reach every framework in the same way. */
function environmentOf(settings: { url: string; secretKey: string; configurationId: string; testRunId: string }) {
  return {
    TMS_URL: settings.url,
    TMS_SECRET_KEY: settings.secretKey,
    TMS_CONFIGURATION_ID: settings.configurationId,
    TMS_TEST_RUN_ID: settings.testRunId,
    // In Mocha this is off by default.
    TMS_OUTPUT: 'failed',
  };
}

/** A runner that was killed leaves its outbox to `testpoint flush`. */
async function deliverRest({ folder }: Project, options: Record<string, unknown>): Promise<void> {
  const resolved = resolveSettings({ options, idRoot: folder, cwd: folder, env: {} });
  if (resolved.state !== 'on') throw new Error(`The settings are ${resolved.state}`);
  await flush({ directory: `${folder}/.testpoint`, settings: resolved.settings });
}

function verdictsOf(column: Column, project: Project): unknown {
  const report = project.report();
  return report === undefined ? 'no report' : column.verdicts(report);
}

async function resultsOf(server: string, runId: string): Promise<Result[]> {
  const response = await inspect(server, `runs/${runId}/history`);
  return response.ok ? ((await response.json()) as { body: Result }[]).map(({ body }) => body) : [];
}

async function attachmentsOf(server: string, results: readonly Result[]): Promise<Map<string, Attachment>> {
  const attachments = new Map<string, Attachment>();
  for (const [, id] of JSON.stringify(results).matchAll(/"((?:[0-9a-f]+-){4}[0-9a-f]+)"/g)) {
    if (id === undefined || id === CONFIGURATION || attachments.has(id)) continue;
    const { name, contentType } = (await (await inspect(server, `attachments/${id}`)).json()) as Attachment;
    const content = await (await inspect(server, `attachments/${id}/content`)).arrayBuffer();
    attachments.set(id, { name, contentType, content: Buffer.from(content) });
  }
  return attachments;
}

function inspect(server: string, path: string): Promise<Response> {
  return fetch(`${server}/inspect/${path}`, { headers: { SecretKeyBase64: SECRET_KEY } });
}
