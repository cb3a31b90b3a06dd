import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flush, resolveSettings } from '@testpoint/core/cli';
import type { Mode } from '@testpoint/frameworks/lab';
import type { Result } from '@testpoint/interface';
import { type Attachment, attachmentIn, resultsIn } from '../../../scripts/inspection.mjs';
import type { BareRun, BareRuns } from './bare-runs.js';
import { type Column, linksOf } from './column.js';
import type { Ended, Signal } from './processes.js';
import { Project } from './project.js';
import { openRelay } from './relay.js';
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
  const project = new Project(column, { ...launchOf(plan, true), mode });
  const relay = await openRelay(server, SECRET_KEY);
  const service = { url: server, secretKey: SECRET_KEY };
  const runId = randomUUID();
  // Environment variables reach every framework in the same way. In Mocha, recording output is off by default.
  const env = {
    TMS_URL: relay.url,
    TMS_SECRET_KEY: SECRET_KEY,
    TMS_CONFIGURATION_ID: CONFIGURATION,
    TMS_TEST_RUN_ID: runId,
    TMS_OUTPUT: 'failed',
    ...(plan.isExact && { TMS_DURATION_UNIT: 'milliseconds' }),
  };
  try {
    const ours = await project.run(plan.keyless ? {} : env, signalFor(plan, project, mode));
    if (plan.name === 'killed') await deliverRest(project, env);
    const results = (await resultsIn(service, runId)).map(({ body }) => column.asWritten?.(body) ?? body);
    const attachments = new Map<string, Attachment>();
    for (const [id] of JSON.stringify(results).matchAll(/(?<=")(?:[0-9a-f]+-){4}[0-9a-f]+(?=")/g)) {
      if (id !== CONFIGURATION && !attachments.has(id)) attachments.set(id, await attachmentIn(service, id));
    }
    return {
      ours,
      verdict: mode === undefined ? project.verdicts() : undefined,
      results,
      attachments,
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
    const ended = await project.run({}, signalFor(plan, project));
    return { ended, verdict: project.verdicts() };
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
  const foreign = Object.entries(linksOf(column)).filter(([name]) => !name.startsWith('@testpoint/'));
  const version = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  return Object.fromEntries(foreign.map(([name, folder]) => [name, version(folder)]));
}

/** The signal of a plan, when a suite waits for it. An endless mode is killed when it has run the suite and said so. */
function signalFor({ signal }: Plan, project: Project, mode?: Mode): Signal | undefined {
  if (mode?.endless) {
    return { name: 'SIGKILL', when: ({ stderr }) => project.hasHeard('fine') && stderr.includes('Testpoint') };
  }
  return signal && { name: signal, when: () => project.hasHeard('waiting') };
}

/** A runner that was killed leaves its outbox to `testpoint flush`. */
async function deliverRest({ folder }: Project, env: NodeJS.ProcessEnv): Promise<void> {
  const resolved = resolveSettings({ options: {}, idRoot: folder, cwd: folder, env });
  if (resolved.state !== 'on') throw new Error(`The settings are ${resolved.state}`);
  await flush({ directory: `${folder}/.testpoint`, settings: resolved.settings });
}
