import { join } from 'node:path';
import { parse } from 'yaml';
import { combinations, type JobEnd, Machine } from './machine.js';
import type { Project } from './project.js';

/** The parts of a job that we read, according to its documentation. */
interface Job {
  stage: string;
  when?: string;
  variables?: Record<string, string>;
  rules?: { if: string }[];
  parallel?: { matrix: Record<string, unknown>[] };
  script: string[];
  after_script?: string[];
  artifacts?: { paths?: string[]; reports?: { dotenv: string } };
}

/** Executes a pipeline file like GitLab: stage after stage, with every part of a matrix on its own machine. */
export async function runPipeline(
  file: string,
  project: Project,
  variables: Record<string, string>,
  artifacts: string,
  envOf: (matrix: Record<string, string>, job: string) => Record<string, string>,
): Promise<JobEnd[]> {
  const {
    image,
    stages,
    variables: own,
    ...jobs
  } = parse(file) as { [job: string]: Job } & {
    image: string;
    stages: string[];
    variables?: Record<string, string>;
  };
  const ends: JobEnd[] = [];
  let handedOn: Record<string, string> = {};
  for (const stage of stages) {
    const hasFailed = ends.some(({ code }) => code !== 0);
    for (const [name, job] of Object.entries(jobs).filter(([, one]) => one.stage === stage)) {
      // Of conditions, we read that a variable has a value.
      if (job.rules?.every((rule) => !variables[rule.if.slice(1)])) continue;
      if (hasFailed && job.when !== 'always') continue;
      for (const matrix of (job.parallel?.matrix ?? [{}]).flatMap(asLists)) {
        const texts = Object.fromEntries(Object.entries(own ?? {}).map(([key, value]) => [key, String(value)]));
        const env = { ...variables, ...texts, ...job.variables, ...handedOn, ...matrix, ...envOf(matrix, name) };
        const machine = new Machine(project.checkout(), { PATH: project.path, ...env });
        machine.bring(artifacts, '.');
        let code = 0;
        for (const line of job.script) code ||= await machine.run(line);
        // It runs after a failure, too, and its exit code is ignored.
        for (const line of job.after_script ?? []) await machine.run(line);
        const { paths = [], reports } = job.artifacts ?? {};
        for (const path of paths) machine.keep(path, join(artifacts, path));
        if (reports !== undefined) handedOn = { ...handedOn, ...machine.variables(reports.dotenv) };
        ends.push({ name: [name, ...Object.values(matrix)].join(' '), code, output: machine.output });
      }
    }
  }
  return ends;
}

/** A value may be one text instead of a list. */
function asLists(matrix: Record<string, unknown>): Record<string, string>[] {
  return combinations(Object.fromEntries(Object.entries(matrix).map(([key, value]) => [key, [value].flat()])));
}
