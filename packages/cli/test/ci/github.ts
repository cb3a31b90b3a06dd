import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { combinations, type JobEnd, Machine } from './machine.js';
import type { Project } from './project.js';

/** The parts of a workflow that we read, according to its documentation. */
interface Workflow {
  env: Record<string, string>;
  jobs: Record<string, Job>;
}

interface Job {
  needs?: string | string[];
  outputs?: Record<string, string>;
  if?: string;
  strategy?: { matrix: Record<string, unknown[]> & { include?: Record<string, string>[] } };
  env?: Record<string, string>;
  steps: Step[];
}

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
}

/** Names that expressions may use. */
type Context = Record<string, Record<string, string>>;

/** Executes a workflow file like GitHub: job after job, with every part of a matrix on its own machine. */
export async function runWorkflow(
  file: string,
  project: Project,
  variables: Record<string, string>,
  artifacts: string,
  envOf: (matrix: Record<string, string>, job: string) => Record<string, string>,
): Promise<JobEnd[]> {
  const workflow = parse(file) as Workflow;
  const ends: JobEnd[] = [];
  const outputs: Context = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const { include, ...lists } = job.strategy?.matrix ?? {};
    const failed = [job.needs ?? []].flat().some((need) => outputs[`needs.${need}`]?.result === 'failure');
    const isSkipped = !isRun(job.if, { vars: variables, ...outputs }, failed ? 1 : 0);
    outputs[`needs.${name}`] = { result: isSkipped ? 'skipped' : 'success' };
    if (isSkipped) {
      outputs[`needs.${name}.outputs`] = noneOf(job);
      continue;
    }
    for (const matrix of include ?? combinations(lists)) {
      const context: Context = { vars: variables, secrets: variables, matrix, ...outputs };
      const env = { ...evaluate(workflow.env, context), ...evaluate(job.env ?? {}, context), ...envOf(matrix, name) };
      const machine = new Machine(project.checkout(), { PATH: project.path, ...env });
      const steps: Context = {};
      let code = 0;
      for (const step of job.steps) {
        if (!isRun(step.if, context, code)) continue;
        code = (await perform(step, machine, { ...context, ...steps }, artifacts)) || code;
        steps[`steps.${step.id}.outputs`] = step.id === undefined ? {} : machine.variables(OUTPUT);
      }
      if (code === 0) outputs[`needs.${name}.outputs`] = evaluate(job.outputs ?? {}, { ...context, ...steps });
      else Object.assign(outputs, { [`needs.${name}`]: { result: 'failure' }, [`needs.${name}.outputs`]: noneOf(job) });
      ends.push({ name: [name, ...Object.values(matrix)].join(' '), code, output: machine.output });
    }
  }
  return ends;
}

/** The outputs of a job that has made none. */
function noneOf({ outputs = {} }: Job): Record<string, string> {
  return Object.fromEntries(Object.keys(outputs).map((key) => [key, '']));
}

const OUTPUT = 'github-output';

async function perform(step: Step, machine: Machine, context: Context, artifacts: string): Promise<number> {
  if (step.run !== undefined) return machine.run(filled(step.run, context), { GITHUB_OUTPUT: OUTPUT });
  const { name = '', path = '' } = evaluate(step.with ?? {}, context);
  if (step.uses?.startsWith('actions/upload-artifact@')) {
    const paths = path.trim().split('\n');
    // Several paths keep their names below the folder that they share.
    for (const one of paths) machine.keep(one, join(artifacts, name, paths.length > 1 ? basename(one) : ''));
  }
  if (step.uses?.startsWith('actions/download-artifact@')) machine.bring(artifacts, path);
  return 0;
}

/** Of conditions, we read comparisons with a text and status functions, joined by `&&`. No job is cancelled here. @param code not 0 after a failure */
function isRun(condition: string | undefined, context: Context, code: number): boolean {
  const parts = condition?.split(' && ') ?? [];
  const isAlways = parts.includes('always()') || parts.includes('!cancelled()');
  return (
    (code === 0 || isAlways) &&
    parts.every((part) => {
      const [, group = '', key = '', operator, text] = /^([\w.]+)\.(\w+) (==|!=) '(.*)'$/.exec(part) ?? [];
      return operator === undefined || ((context[group]?.[key] ?? '') === text) === (operator === '==');
    })
  );
}

function evaluate(values: Record<string, unknown>, context: Context): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filled(String(value), context)]));
}

/** `${{ a.b.c }}`: the c of a.b. */
function filled(text: string, context: Context): string {
  return text.replace(/\$\{\{ ([\w.]+)\.(\w+) \}\}/g, (_all, group: string, key: string) => {
    const value = context[group]?.[key];
    if (value === undefined && group !== 'vars' && group !== 'secrets') throw new Error(`There is no ${group}.${key}`);
    return value ?? '';
  });
}
