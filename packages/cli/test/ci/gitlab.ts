import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { combinations, type JobEnd, Machine, type Repository } from './machine.js';

/** The parts of a job that we read, according to its documentation. */
interface Job {
  extends?: string;
  stage: string;
  when?: string;
  variables?: Record<string, string>;
  rules?: Rule[];
  parallel?: { matrix: Record<string, unknown>[] };
  before_script?: string[];
  script: string[];
  after_script?: string[];
  cache?: { key: string; paths: string[]; policy?: string }[];
  artifacts?: { paths?: string[]; reports?: { dotenv?: string } };
}

interface Rule {
  if?: string;
  exists?: string[];
  when?: string;
  variables?: Record<string, string>;
}

/** Keys of a pipeline that are no jobs. */
const GLOBAL = ['image', 'stages', 'variables', 'workflow', 'default'];

/** A pipeline of the default branch. */
const PIPELINE = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' };

/** Executes a pipeline file like GitLab: stage after stage, with every part of a matrix on its own machine. */
export async function runPipeline(
  file: string,
  project: Repository,
  variables: Record<string, string>,
  artifacts: string,
  envOf: (matrix: Record<string, string>, job: string) => Record<string, string>,
): Promise<JobEnd[]> {
  const pipeline = parse(file) as { stages: string[]; variables?: Record<string, string> };
  const all = new Map(Object.entries(parse(file) as Record<string, Job>).filter(([name]) => !GLOBAL.includes(name)));
  const jobs = [...all].filter(([name]) => !name.startsWith('.'));
  const ends: JobEnd[] = [];
  let handedOn: Record<string, string> = {};
  for (const stage of pipeline.stages) {
    const hasFailed = ends.some(({ code }) => code !== 0);
    for (const [name, own] of jobs) {
      const job: Job = { ...all.get(own.extends ?? ''), ...own };
      if (job.stage !== stage) continue;
      const known = { ...PIPELINE, ...variables };
      const rule = job.rules?.find((one) => holds(one, known, project));
      const when = rule?.when ?? job.when;
      if (job.rules !== undefined && rule === undefined) continue;
      if (hasFailed && when !== 'always') continue;
      for (const matrix of (job.parallel?.matrix ?? [{}]).flatMap(asLists)) {
        const folder = project.checkout();
        const env = withReferences({
          ...{ ...known, CI_PROJECT_DIR: folder, CI_JOB_ID: String(ends.length + 1) },
          ...textsOf(pipeline.variables),
          ...{ ...textsOf(job.variables), ...rule?.variables, ...handedOn, ...matrix, ...envOf(matrix, name) },
        });
        const machine = new Machine(folder, { PATH: project.path, ...env }, project.prepared);
        machine.bring(artifacts, '.');
        for (const { key, paths } of job.cache ?? [])
          for (const path of paths) machine.restore(join(artifacts, '..', 'cache'), filled(key, env), path);
        const code = await machine.runAll([...(job.before_script ?? []), ...job.script]);
        // It runs after a failure, too, and its exit code is ignored.
        await machine.runAll(job.after_script ?? []);
        const { paths = [], reports } = job.artifacts ?? {};
        for (const path of paths) machine.keep(path, join(artifacts, path));
        for (const { key, paths: cached, policy = 'pull-push' } of job.cache ?? []) {
          if (!filled(policy, env).includes('push')) continue;
          for (const path of cached) machine.keep(path, join(artifacts, '..', 'cache', filled(key, env), path));
        }
        if (reports?.dotenv !== undefined) handedOn = { ...handedOn, ...machine.variables(reports.dotenv) };
        ends.push({ name: [name, ...Object.values(matrix)].join(' '), code, output: machine.output });
      }
    }
  }
  return ends;
}

/** Of conditions, we read variables, comparisons of two operands, and `&&`. */
function holds(
  { if: condition = '', exists = [] }: Rule,
  variables: Record<string, string>,
  project: Repository,
): boolean {
  const operand = (text: string) =>
    text.startsWith('$') ? (variables[text.slice(1)] ?? '') : text.replaceAll('"', '');
  const parts = condition === '' ? [] : condition.split(' && ');
  const isTrue = parts.every((part) => {
    const [left = '', right] = part.split(' == ');
    return right === undefined ? operand(left) !== '' : operand(left) === operand(right);
  });
  return isTrue && exists.every((path) => existsSync(join(project.repository, path)));
}

function withReferences(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value, env)]));
}

function filled(text: string, env: Record<string, string>): string {
  return text.replace(/\$([A-Z_]+)/g, (_, name: string) => env[name] ?? '');
}

function textsOf(variables: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)]));
}

/** A value may be one text instead of a list. */
function asLists(matrix: Record<string, unknown>): Record<string, string>[] {
  return combinations(Object.fromEntries(Object.entries(matrix).map(([key, value]) => [key, [value].flat()])));
}
