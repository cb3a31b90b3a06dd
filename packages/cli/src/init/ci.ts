import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { CommandFailure, EXIT } from '../failure.js';
import { noCiSystem } from './messages.js';
import { type CiInstall, ciInstall, detectPackageManager, type PackageManager, RUNNERS } from './package-manager.js';
import type { FileChange } from './plan.js';
import type { ProjectCommand } from './project-commands.js';

export const CI_SYSTEMS = ['github', 'gitlab'] as const;
export type CiSystem = (typeof CI_SYSTEMS)[number];

const SHARDS = 2;

/**
 * A CI configuration with shards, in which the last job delivers what they left, and merges their reports. If the project has
 * such a file already, ours is planned under another name, to copy from.
 *
 * @param system or `true`: the one that the project uses
 * @throws CommandFailure if that is unclear
 */
export function planCi(
  root: string,
  system: CiSystem | true,
  commands: readonly ProjectCommand[],
  manager: PackageManager,
): FileChange {
  if (system === true) return planCi(root, usedSystem(root), commands, manager);
  const detected = detectPackageManager(root);
  const packages = ciInstall(manager, 'folder' in detected ? detected.folder : root);
  const forNpm = system === 'github' ? githubWorkflow(commands, packages) : gitlabPipeline(commands, packages);
  const after = forNpm.replaceAll('npx ', `${RUNNERS[manager]} `);
  const file = system === 'github' ? '.github/workflows/testpoint.yml' : '.gitlab-ci.yml';
  const isTaken = existsSync(join(root, file));
  return { file: isTaken ? file.replace(/\.yml$/, '.testpoint.yml') : file, before: undefined, after };
}

function usedSystem(root: string): CiSystem {
  if (existsSync(join(root, '.gitlab-ci.yml'))) return 'gitlab';
  if (existsSync(join(root, '.github'))) return 'github';
  throw new CommandFailure(noCiSystem(root), EXIT.usage);
}

interface CiMachine {
  name: string;
  folder: string;
  command: string;
}

function machinesOf(commands: readonly ProjectCommand[]): CiMachine[] {
  const taken = new Set<string>();
  return commands.flatMap((command) => {
    const count = command.shard(1, SHARDS) === undefined ? 1 : SHARDS;
    const preparations = command.frameworks.flatMap(({ preparation }) => preparation ?? []);
    return Array.from({ length: count }, (_, index) => ({
      name: unique(nameOf(command, count === 1 ? undefined : index + 1), taken),
      folder: command.folder,
      command: [...new Set(preparations), (count > 1 && command.shard(index + 1, count)) || command.whole].join(' && '),
    }));
  });
}

/** A name that a folder and an artifact may have. */
function nameOf({ folder, name }: ProjectCommand, shard: number | undefined): string {
  const parts = [...(folder === '.' ? [] : [folder]), name, ...(shard === undefined ? [] : [shard])];
  return parts.join('-').replace(/[^\w.-]+/g, '-');
}

function unique(name: string, taken: Set<string>): string {
  const free = taken.has(name) ? unique(`${name}-again`, taken) : name;
  taken.add(free);
  return free;
}

function githubWorkflow(commands: readonly ProjectCommand[], packages: CiInstall): string {
  const machines = machinesOf(commands).map(
    ({ name, folder, command }) =>
      `          - name: ${name}\n            folder: ${folder}\n            command: ${text(command)}`,
  );
  const before = packages.before === undefined ? '' : `      - run: ${packages.before}\n`;
  const cache = packages.cache === undefined ? '' : `, cache: ${packages.cache}`;
  const prepare = `      - uses: actions/checkout@v5
${before}      - uses: actions/setup-node@v5
        with: { node-version: 22${cache} }
      - run: ${packages.install}`;
  return `# Each machine runs a part of the tests. The last job delivers what they left, and merges their reports.
# To deliver results, set the variables and the secret below in the repository's settings. Without TMS_URL, there is only the report.
name: testpoint
on: [push]

env:
  TMS_URL: \${{ vars.TMS_URL }}
  TMS_SECRET_KEY: \${{ secrets.TMS_SECRET_KEY }}
  TMS_CONFIGURATION_ID: \${{ vars.TMS_CONFIGURATION_ID }}
  TMS_PROJECT_GLOBAL_ID: \${{ vars.TMS_PROJECT_GLOBAL_ID }}
  TMS_TEST_PLAN_GLOBAL_ID: \${{ vars.TMS_TEST_PLAN_GLOBAL_ID }}

jobs:
  run:
    if: vars.TMS_URL != ''
    runs-on: ubuntu-latest
    outputs:
      id: \${{ steps.create.outputs.TMS_TEST_RUN_ID }}
    steps:
${prepare}
      # test-points.json: [{ "configurationGlobalId": 1, "testCaseGlobalId": 101 }, …]
      - id: create
        run: npx testpoint run create --test-points test-points.json --env >> "$GITHUB_OUTPUT"

  test:
    needs: run
    if: "!cancelled()"
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false
      matrix:
        include:
${machines.join('\n')}
    env:
      TMS_TEST_RUN_ID: \${{ needs.run.outputs.id }}
      # Without the run of the first job, results wait in the outboxes.
      TMS_CREATE_RUN: 0
    steps:
${prepare}
      - run: cd \${{ matrix.folder }} && \${{ matrix.command }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: results-\${{ matrix.name }}
          path: |
            \${{ matrix.folder }}/.testpoint
            \${{ matrix.folder }}/testpoint-report
          include-hidden-files: true
          if-no-files-found: ignore

  report:
    needs: [run, test]
    if: "!cancelled()"
    runs-on: ubuntu-latest
    env:
      TMS_TEST_RUN_ID: \${{ needs.run.outputs.id }}
    steps:
${prepare}
      - uses: actions/download-artifact@v4
        with: { pattern: results-*, path: results }
      - run: |
          shopt -s nullglob
          npx testpoint report results/*/testpoint-report results/*/.testpoint --out testpoint-report
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: testpoint-report, path: testpoint-report }
      - if: "!cancelled() && needs.run.result == 'success'"
        run: |
          shopt -s nullglob
          npx testpoint flush results/*/.testpoint
          npx testpoint run complete
`;
}

function gitlabPipeline(commands: readonly ProjectCommand[], { before, install }: CiInstall): string {
  const machines = machinesOf(commands).map(
    ({ name, folder, command }) =>
      `      - MACHINE: ${name}\n        FOLDER: ${folder}\n        COMMAND: ${text(command)}`,
  );
  const prepare = [before, install].flatMap((command) => (command === undefined ? [] : `    - ${command}`)).join('\n');
  return `# Each machine runs a part of the tests. The last job delivers what they left, and merges their reports.
# To deliver results, set the CI/CD variables TMS_URL, TMS_SECRET_KEY (masked), TMS_CONFIGURATION_ID, TMS_PROJECT_GLOBAL_ID and
# TMS_TEST_PLAN_GLOBAL_ID. Without TMS_URL, there is only the report.
image: node:22

stages: [run, test, report]

create run:
  stage: run
  rules:
    - if: $TMS_URL
  script:
${prepare}
    # test-points.json: [{ "configurationGlobalId": 1, "testCaseGlobalId": 101 }, …]
    - npx testpoint run create --test-points test-points.json --env > run.env
  artifacts:
    reports:
      dotenv: run.env

test:
  stage: test
  when: always
  variables:
    # Without the run of the first job, results wait in the outboxes.
    TMS_CREATE_RUN: "0"
  parallel:
    matrix:
${machines.join('\n')}
  script:
${prepare}
    - cd "$FOLDER" && eval "$COMMAND"
  after_script:
    - mkdir -p "results/$MACHINE"
    - for made in .testpoint testpoint-report; do if [ -d "$FOLDER/$made" ]; then mv "$FOLDER/$made" "results/$MACHINE"; fi; done
  artifacts:
    when: always
    paths: [results]

report:
  stage: report
  when: always
  script:
${prepare}
    - |
      shopt -s nullglob
      npx testpoint report results/*/testpoint-report results/*/.testpoint --out testpoint-report || code=$?
      if [ -n "$TMS_TEST_RUN_ID" ]; then
        npx testpoint flush results/*/.testpoint
        npx testpoint run complete
      fi
      exit \${code:-0}
  artifacts:
    when: always
    paths: [testpoint-report]
`;
}

/** A text in a YAML file, quoted if it needs that. */
function text(value: string): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}
