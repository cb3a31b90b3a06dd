import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { evaluate, filled, type Scope } from './expression.js';
import { combinations, type JobEnd, Machine, type Repository } from './machine.js';

/** The parts of a workflow that we read, according to its documentation. */
interface Workflow {
  env: Record<string, string>;
  jobs: Record<string, Job>;
}

interface Job {
  needs?: string | string[];
  outputs?: Record<string, string>;
  if?: string;
  strategy?: { matrix: Record<string, unknown[]> & { include?: Record<string, unknown>[] } };
  env?: Record<string, string>;
  steps: Step[];
}

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
  'working-directory'?: string;
}

/** What happened on GitHub, by the path in expressions: `github.event_name`. A push to the default branch unless it says more. */
export type Event = Record<`github.${string}`, string>;

type Values = Record<string, string | undefined>;

/** What all jobs of a workflow share. */
interface Surroundings {
  project: Repository;
  variables: Record<string, string>;
  artifacts: string;
  event: Event;
  envOf(matrix: Record<string, string>, job: string): Record<string, string>;
}

const PUSH: Event = {
  'github.event_name': 'push',
  'github.ref_name': 'main',
  'github.run_id': '1',
  'github.run_attempt': '1',
  'github.repository': 'shop/shop',
  'github.event.repository.default_branch': 'main',
};

/** Executes a workflow file like GitHub: job after job, with every part of a matrix on its own machine. */
export async function runWorkflow(
  file: string,
  project: Repository,
  variables: Record<string, string>,
  artifacts: string,
  envOf: Surroundings['envOf'],
  event: Event = {},
): Promise<JobEnd[]> {
  const workflow = parse(file) as Workflow;
  const ends: JobEnd[] = [];
  const needs: Values = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const { include, ...lists } = job.strategy?.matrix ?? {};
    const failed = [job.needs ?? []].flat().some((need) => needs[`needs.${need}.result`] === 'failure');
    const vars = prefixed('vars', variables);
    const values = { ...PUSH, ...event, ...vars, ...needs };
    needs[`needs.${name}.result`] = 'skipped';
    // Neither secrets nor the environment are known where a job begins.
    if (!isRun(job.if, { values, functions: {} }, failed)) continue;
    needs[`needs.${name}.result`] = 'success';
    for (const row of include ?? combinations(lists)) {
      const matrix = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)]));
      const all = { ...values, ...prefixed('secrets', variables), ...prefixed('matrix', matrix) };
      const { code, output, outputs } = await runJob(name, job, workflow.env, matrix, all, {
        ...{ project, variables, artifacts, event, envOf },
      });
      if (code === 0) Object.assign(needs, prefixed(`needs.${name}.outputs`, outputs));
      else needs[`needs.${name}.result`] = 'failure';
      ends.push({ name: [name, ...Object.values(matrix)].join(' '), code, output });
    }
  }
  return ends;
}

async function runJob(
  name: string,
  job: Job,
  environment: Record<string, string>,
  matrix: Record<string, string>,
  known: Values,
  { project, artifacts, envOf }: Surroundings,
) {
  const folder = project.checkout();
  const values: Values = { ...known, 'github.workspace': folder };
  const functions = { hashFiles: (path: string) => (existsSync(join(folder, path)) ? 'digest' : '') };
  const scope: Scope = { values, functions };
  const given = { ...allFilled(environment, scope), ...allFilled(job.env ?? {}, scope), ...envOf(matrix, name) };
  Object.assign(values, prefixed('env', given));
  const machine = new Machine(folder, { PATH: project.path, ...given }, project.prepared);
  let code = 0;
  for (const step of job.steps) {
    if (!isRun(step.if, scope, code !== 0)) continue;
    const outputs = await perform(step, machine, scope, artifacts);
    code = outputs.code || code;
    if (step.id !== undefined) Object.assign(values, prefixed(`steps.${step.id}.outputs`, outputs.outputs));
  }
  return { code, output: machine.output, outputs: allFilled(job.outputs ?? {}, scope) };
}

const OUTPUT = 'github-output';

async function perform(
  step: Step,
  machine: Machine,
  scope: Scope,
  artifacts: string,
): Promise<{ code: number; outputs: Record<string, string> }> {
  if (step.run !== undefined) {
    const env = {
      ...allFilled(step.env ?? {}, scope),
      GITHUB_OUTPUT: machine.pathOf(OUTPUT),
      GITHUB_STEP_SUMMARY: machine.pathOf('step.md'),
    };
    const code = await machine.run(filled(step.run, scope), env, filled(step['working-directory'] ?? '.', scope));
    return { code, outputs: machine.variables(OUTPUT) };
  }
  const { name = '', path = '', pattern, key = '', 'restore-keys': older = '' } = allFilled(step.with ?? {}, scope);
  if (step.uses?.startsWith('actions/upload-artifact@')) {
    const paths = path.trim().split('\n');
    // Several paths keep their names below the folder that they share.
    for (const one of paths) machine.keep(one, join(artifacts, name, paths.length > 1 ? basename(one) : ''));
    return { code: 0, outputs: { 'artifact-url': `https://github.com/artifacts/${name}` } };
  }
  if (step.uses?.startsWith('actions/download-artifact@')) machine.bring(artifacts, path, pattern?.replace(/\*$/, ''));
  if (step.uses?.startsWith('actions/cache/save@')) machine.keep(path, join(artifacts, '..', 'cache', key, path));
  if (step.uses?.startsWith('actions/cache/restore@')) machine.restore(join(artifacts, '..', 'cache'), older, path);
  return { code: 0, outputs: {} };
}

/** Whether a job or a step runs. No job is cancelled here. */
function isRun(condition: string | undefined, { values, functions }: Scope, hasFailed: boolean): boolean {
  const status = { always: () => true, cancelled: () => false, success: () => !hasFailed, failure: () => hasFailed };
  const asksStatus = /\b(always|cancelled|success|failure)\(\)/.test(condition ?? '');
  if (hasFailed && !asksStatus) return false;
  const value = evaluate(condition ?? 'always()', { values, functions: { ...functions, ...status } });
  return value !== false && value !== '';
}

function allFilled(values: Record<string, unknown>, scope: Scope): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filled(String(value), scope)]));
}

function prefixed(path: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${path}.${key}`, value]));
}
