import { type CiMachine, type CiSurroundings, yamlText } from './ci-machines.js';

/** A workflow for GitHub Actions. */
export function githubWorkflow(machines: readonly CiMachine[], surroundings: CiSurroundings): string {
  const { packages, runner, branch, nodeVersion } = surroundings;
  const rows = machines.map(({ name, folder, prepare, command, results }) =>
    [
      `          - name: ${yamlText(name)}`,
      `            folder: ${yamlText(folder)}`,
      ...(prepare === undefined ? [] : [`            prepare: ${yamlText(prepare)}`]),
      `            command: ${yamlText(command)}`,
      `            results: ${results}`,
    ].join('\n'),
  );
  const hasPreparation = machines.some(({ prepare }) => prepare !== undefined);
  const node = nodeVersion === undefined ? 'node-version: 22' : `node-version-file: ${nodeVersion}`;
  const cache = packages.cache === undefined ? '' : `, cache: ${packages.cache}`;
  const set = `      - uses: actions/checkout@v5
        with: { persist-credentials: false }
${packages.before === undefined ? '' : `      - run: ${packages.before}\n`}      - uses: actions/setup-node@v5
        with: { ${node}${cache} }
      - run: ${packages.install}`;
  const prepare = hasPreparation ? `      - if: matrix.prepare\n        run: \${{ matrix.prepare }}\n` : '';
  return `# Each machine runs a part of the tests. The last job merges what they recorded into one report, delivers what is left, and decides.
# This needs no service. To deliver to one, set the secret TMS_SECRET_KEY and the variables TMS_URL, TMS_CONFIGURATION_ID,
# TMS_PROJECT_GLOBAL_ID and TMS_TEST_PLAN_GLOBAL_ID in the repository's settings, and commit test-points.json, the test points of each
# run. After a full run of the tests, this writes it: ${runner} testpoint catalog --test-points test-points.json
# Without that file, no run is created, and there is a report all the same.
name: testpoint
on:
  push:
    branches: [${yamlText(branch)}]
  pull_request:
  workflow_dispatch:

permissions:
  contents: read

# A new commit of a pull request ends the run of the one before.
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

env:
  # Pull requests from forks get no secrets: nothing is delivered, and everything else is as usual.
  TMS_URL: \${{ secrets.TMS_SECRET_KEY && vars.TMS_URL }}
  TMS_SECRET_KEY: \${{ secrets.TMS_SECRET_KEY }}
  TMS_CONFIGURATION_ID: \${{ vars.TMS_CONFIGURATION_ID }}
  TMS_PROJECT_GLOBAL_ID: \${{ vars.TMS_PROJECT_GLOBAL_ID }}
  TMS_TEST_PLAN_GLOBAL_ID: \${{ vars.TMS_TEST_PLAN_GLOBAL_ID }}

jobs:
  run:
    if: vars.TMS_URL != ''
    runs-on: ubuntu-latest
    timeout-minutes: 10
    outputs:
      id: \${{ steps.create.outputs.TMS_TEST_RUN_ID }}
    steps:
${set}
      - id: create
        if: env.TMS_URL != '' && hashFiles('test-points.json') != ''
        run: ${runner} testpoint run create --test-points test-points.json --env >> "$GITHUB_OUTPUT"

  test:
    needs: run
    if: "!cancelled()"
    name: \${{ matrix.name }}
    runs-on: ubuntu-latest
    timeout-minutes: 30
    strategy:
      fail-fast: false
      matrix:
        include:
${rows.join('\n')}
    env:
      TMS_TEST_RUN_ID: \${{ needs.run.outputs.id }}
      # Without the run of the first job, results are only for the report.
      TMS_CREATE_RUN: 0
      TMS_REPORT: 1
      # One place for what all folders record. It stays there for the last job, whose summary covers all machines.
      TMS_OUTBOX_DIR: \${{ github.workspace }}/testpoint-results
      TMS_KEEP_DELIVERED: 1
      TMS_CI_SUMMARY: 0
    steps:
${set}
${prepare}      - run: \${{ matrix.command }}
        # To run failed tests once more: ${runner} testpoint exec --rerun 1 -- \${{ matrix.command }}
        working-directory: \${{ matrix.folder }}
      # Red if nothing was recorded: tests that ran elsewhere must not look as if they had passed.
      - if: "!cancelled()"
        run: ${runner} testpoint gate "$TMS_OUTBOX_DIR" --only-given --min-tests \${{ matrix.results }}
        working-directory: \${{ matrix.folder }}
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: testpoint-results-\${{ matrix.name }}
          path: testpoint-results
          include-hidden-files: true
          if-no-files-found: ignore
          overwrite: true
          retention-days: 7

  report:
    needs: [run, test]
    if: "!cancelled()"
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      pull-requests: write
    env:
      TMS_TEST_RUN_ID: \${{ needs.run.outputs.id }}
    steps:
${set}
      - uses: actions/download-artifact@v5
        with: { pattern: testpoint-results-*, path: testpoint-results }
      # The outcomes of earlier runs on the default branch, in the cache testpoint-history-BRANCH-….
      - uses: actions/cache/restore@v4
        with:
          path: testpoint-history.ndjson
          key: testpoint-history-\${{ github.event.repository.default_branch }}-\${{ github.run_id }}-\${{ github.run_attempt }}
          restore-keys: testpoint-history-\${{ github.event.repository.default_branch }}-
      - run: ${runner} testpoint report testpoint-results/* --out testpoint-report --history testpoint-history.ndjson
      - id: upload
        if: "!cancelled()"
        uses: actions/upload-artifact@v4
        with: { name: testpoint-report, path: testpoint-report, overwrite: true, retention-days: 30 }
      - if: "!cancelled() && needs.run.outputs.id != ''"
        run: |
          ${runner} testpoint flush testpoint-results/*
          ${runner} testpoint run complete
      - if: "!cancelled()"
        env:
          TMS_REPORT_URL: \${{ steps.upload.outputs.artifact-url }}
        run: |
          ${runner} testpoint summary testpoint-report --history testpoint-history.ndjson >> "$GITHUB_STEP_SUMMARY"
          ${runner} testpoint summary testpoint-report --history testpoint-history.ndjson --out testpoint-summary.md
          ${runner} testpoint summary testpoint-report --annotations
      - if: "!cancelled() && github.ref_name == github.event.repository.default_branch"
        uses: actions/cache/save@v4
        with:
          path: testpoint-history.ndjson
          key: testpoint-history-\${{ github.event.repository.default_branch }}-\${{ github.run_id }}-\${{ github.run_attempt }}
      # A later run updates the comment. The token of a pull request from a fork may not write one.
      - if: "!cancelled() && github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository"
        env:
          GH_TOKEN: \${{ github.token }}
          COMMENTS: repos/\${{ github.repository }}/issues/\${{ github.event.number }}/comments
        run: |
          comment=$(gh api "$COMMENTS" --paginate --jq '.[] | select(.body | startswith("<!-- testpoint-summary -->")) | .url' | head -n 1)
          if [ -n "$comment" ]; then gh api --method PATCH "$comment" --field body=@testpoint-summary.md --silent
          else gh api "$COMMENTS" --field body=@testpoint-summary.md --silent; fi
      # The option gate in testpoint.config.* sets more rules.
      - if: "!cancelled()"
        run: ${runner} testpoint gate testpoint-report --max-failed 0 --history testpoint-history.ndjson
`;
}
