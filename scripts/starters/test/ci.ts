import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runWorkflow } from '../../../packages/cli/test/ci/github.js';
import type { Repository } from '../../../packages/cli/test/ci/machine.js';
import { run } from '../../processes.mjs';
import { startInit } from '../../projects.mjs';
import type { Workshop } from '../starter.mjs';

const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'starter'],
    [`GIT_${who}_EMAIL`, 'starter@example.com'],
  ]),
);

type Manager = 'npm' | 'pnpm';

/** What a project's own commands and its CI jobs ran. */
export interface Tried {
  /** Tests of the project's own commands, before ours is there. */
  own: number;
  /** Results in the report of the last job. */
  ours: number | undefined;
  jobs: string[];
  /** The exit codes that are not 0, by what ended with them. */
  failed: Record<string, number | null>;
  output: string;
}

/**
 * Installs a project, runs its own commands, sets it up from files, commits it, and executes its CI file on other machines. No file is edited by hand.
 * @param own scripts
 */
export async function tryInCi(
  { work, packages, environment }: Workshop,
  folder: string,
  manager: Manager,
  own: readonly string[],
): Promise<Tried> {
  const env = { ...environment, CI: 'true', NO_COLOR: '1', npm_config_prefer_offline: 'true', ...AUTHOR };
  const failed: Tried['failed'] = {};
  let output = '';
  const shell = async (command: string) => {
    const end = await run('bash', ['-c', command], { cwd: folder, env });
    output += `$ ${command}\n${end.output}`;
    if (end.code !== 0) failed[command] = end.code;
    return end.output;
  };
  await shell(`${manager} install --no-frozen-lockfile`.replace(/^(npm install).*/, '$1'));
  await shell('git init --quiet --initial-branch=main && git add . && git commit --quiet --message start');
  const outputs = [];
  for (const script of own) outputs.push(await shell(`${manager} run ${script}`));
  const init = await startInit(folder, packages, ['--yes', '--ci', 'github'], { env }).ended;
  output += init.output;
  if (init.code !== 0) failed.init = init.code;
  await shell('git add . && git commit --quiet --message testpoint');
  const place = mkdtempSync(join(work, 'ci-'));
  const artifacts = join(place, 'artifacts');
  mkdirSync(artifacts);
  const workflow = readFileSync(join(folder, '.github/workflows/testpoint.yml'), 'utf8');
  const ends = await runWorkflow(workflow, new Checkouts(folder, place, env), {}, artifacts, () => env);
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  for (const { name, code } of ends) if (code !== 0) failed[name] = code;
  const report = ends.find(({ name }) => name === 'report')?.output ?? '';
  const [, ours] = /^ *(\d+) results? of \d+ sessions?:/m.exec(report) ?? [];
  return {
    own: outputs.reduce((sum, text) => sum + testsIn(text), 0),
    ours: ours === undefined ? undefined : Number(ours),
    jobs: ends.map(({ name }) => name.split(' ').slice(0, 2).join(' ')),
    failed,
    output: output + ends.map((end) => `\n== ${end.name}: ${end.code}\n${end.output}`).join(''),
  };
}

/** Lines with which frameworks say how many tests they ran. */
const COUNTS = [
  // Mocha, Playwright
  /^ +(\d+) (?:passing|pending|failing|passed|skipped|failed|flaky|did not run)(?: \([\w.]+\))?$/gm,
  // Vitest
  /^ +Tests .*\((\d+)\)$/gm,
  // Jest
  /^Tests: .*\b(\d+) total$/gm,
  // node:test
  /^(?:ℹ|#) tests (\d+)$/gm,
  // Cucumber
  /^(\d+) scenarios? \(/gm,
];

function testsIn(output: string): number {
  const found = COUNTS.flatMap((pattern) => [...output.matchAll(pattern)]);
  return found.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The machines of a project on a CI system, one after the other. The first installs the packages, and the others get its copy. */
class Checkouts implements Repository {
  readonly repository: string;
  readonly path: string;
  prepared = /^corepack enable$|^(?:npx|pnpm exec) playwright install /;
  readonly #machine: string;

  constructor(repository: string, work: string, { PATH = '' }: Record<string, string>) {
    this.repository = repository;
    this.path = PATH;
    this.#machine = join(work, 'machine');
  }

  checkout(): string {
    const git = (...args: string[]) => spawnSync('git', args, { stdio: 'inherit' });
    if (existsSync(this.#machine)) {
      this.prepared = new RegExp(`${this.prepared.source}|^(?:npm ci|pnpm install --frozen-lockfile)$`);
      git('-C', this.#machine, 'checkout', '--quiet', '.');
      git('-C', this.#machine, 'clean', '--quiet', '-ffdx', '--exclude=node_modules');
    } else git('clone', '--quiet', this.repository, this.#machine);
    return this.#machine;
  }
}
