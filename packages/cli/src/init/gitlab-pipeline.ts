import { type CiMachine, type CiSurroundings, yamlText } from './ci-machines.js';

/** A pipeline for GitLab. */
export function gitlabPipeline(machines: readonly CiMachine[], surroundings: CiSurroundings): string {
  const { packages, runner } = surroundings;
  const { before, install, gitlab } = packages;
  const set = [before, install].flatMap((command) => (command === undefined ? [] : `    - ${command}`)).join('\n');
  const jobs = machines.map((machine) => jobOf(machine, runner));
  const cached =
    gitlab === undefined
      ? ''
      : `  cache:
    key:
      files: [${gitlab.lock}]
    paths: [${gitlab.folder}]
`;
  return `# Each machine runs a part of the tests. The last job merges what they recorded into one report, delivers what is left, and decides.
# This needs no service. To deliver to one, set the CI/CD variables TMS_SECRET_KEY (masked), TMS_URL, TMS_CONFIGURATION_ID,
# TMS_PROJECT_GLOBAL_ID and TMS_TEST_PLAN_GLOBAL_ID, and commit test-points.json, the test points of each run. After a full run of the
# tests, this writes it: ${runner} testpoint catalog --test-points test-points.json
# Without that file, no run is created, and there is a report all the same.
workflow:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

stages: [run, test, report]

default:
  image: node:22
  # A new commit of a merge request ends the pipeline of the one before.
  interruptible: true
  timeout: 30 minutes
${cached}
${
  Object.entries(gitlab?.variables ?? {}).length === 0
    ? ''
    : `variables:\n${Object.entries(gitlab?.variables ?? {})
        .map(([key, value]) => `  ${key}: ${yamlText(value)}\n`)
        .join('')}\n`
}create run:
  stage: run
  rules:
    - if: $TMS_URL && $TMS_SECRET_KEY
      exists: [test-points.json]
  script:
${set}
    - ${runner} testpoint run create --test-points test-points.json --env > run.env
  artifacts:
    reports:
      dotenv: run.env

.test:
  stage: test
  when: always
  variables:
    # Without the run of the first job, results are only for the report.
    TMS_CREATE_RUN: "0"
    TMS_REPORT: "1"
    # One place for what all folders record. It stays there for the last job.
    TMS_OUTBOX_DIR: $CI_PROJECT_DIR/testpoint-results/$CI_JOB_ID
    TMS_KEEP_DELIVERED: "1"
  before_script:
${set}
  artifacts:
    when: always
    paths: [testpoint-results]
    expire_in: 1 week

# To run failed tests once more, put this before the command of a job: ${runner} testpoint exec --rerun 1 --
# The gate of a job is red if nothing was recorded: tests that ran elsewhere must not look as if they had passed.

${jobs.join('\n')}
report:
  stage: report
  when: always
  cache:
    # The outcomes of earlier pipelines of the default branch, which all branches read.
    - key: testpoint-history-$CI_DEFAULT_BRANCH
      paths: [testpoint-history.ndjson]
      policy: $HISTORY
      unprotect: true
  variables:
    HISTORY: pull
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      when: always
      variables:
        HISTORY: pull-push
    - when: always
  script:
${set}
    - ${runner} testpoint report testpoint-results/* --out testpoint-report --history testpoint-history.ndjson || code=$?
    - ${runner} testpoint export testpoint-report --format junit --out testpoint-junit.xml || code=$?
    - if [ -n "$TMS_TEST_RUN_ID" ]; then { ${runner} testpoint flush testpoint-results/* && ${runner} testpoint run complete; } || code=$?; fi
    # The option gate in testpoint.config.* sets more rules.
    - ${runner} testpoint gate testpoint-report --max-failed 0 --history testpoint-history.ndjson || code=$?
    - exit \${code:-0}
  artifacts:
    when: always
    paths: [testpoint-report]
    expose_as: Testpoint report
    expire_in: 30 days
    # The merge request shows failed tests in its widget, and each pipeline updates it.
    reports:
      junit: testpoint-junit.xml
`;
}

function jobOf({ name, folder, prepare, command, results }: CiMachine, runner: string): string {
  const lines = [
    ...(prepare === undefined ? [] : [prepare]),
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    `${command} || code=$?`,
    `${runner} testpoint gate "$TMS_OUTBOX_DIR" --only-given --min-tests ${results}`,
    `exit \${code:-0}`,
  ];
  return `test ${name}:
  extends: .test
  script:
${lines.map((line) => `    - ${yamlText(line)}\n`).join('')}`;
}
