import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ciProperties, detectCi, type Environment } from './ci.js';
import { resolveSettings } from './resolve.js';

test.each<[string, Environment, Record<string, string>]>([
  [
    'GitHub Actions',
    {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_HEAD_REF: '',
      GITHUB_REF_NAME: 'main',
      GITHUB_SHA: 'c1',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_RUN_ID: '7',
    },
    { branch: 'main', commit: 'c1', jobUrl: 'https://github.com/a/b/actions/runs/7' },
  ],
  [
    'GitLab CI',
    {
      GITLAB_CI: 'true',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic',
      CI_COMMIT_REF_NAME: 'x',
      CI_COMMIT_SHA: 'c2',
      CI_JOB_URL: 'https://g/1',
    },
    { branch: 'topic', commit: 'c2', jobUrl: 'https://g/1' },
  ],
  [
    'Jenkins',
    { JENKINS_URL: 'https://j', GIT_BRANCH: 'origin/topic', GIT_COMMIT: 'c3', BUILD_URL: 'https://j/1' },
    { branch: 'topic', commit: 'c3', jobUrl: 'https://j/1' },
  ],
  [
    'Azure Pipelines',
    {
      TF_BUILD: 'True',
      BUILD_SOURCEBRANCH: 'refs/heads/feature/a',
      BUILD_SOURCEVERSION: 'c4',
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/o/',
      SYSTEM_TEAMPROJECT: 'my team',
      BUILD_BUILDID: '9',
    },
    { branch: 'feature/a', commit: 'c4', jobUrl: 'https://dev.azure.com/o/my%20team/_build/results?buildId=9' },
  ],
  [
    'CircleCI',
    { CIRCLECI: 'true', CIRCLE_TAG: 'v1', CIRCLE_SHA1: 'c5', CIRCLE_BUILD_URL: 'https://c/1' },
    { branch: 'v1', commit: 'c5', jobUrl: 'https://c/1' },
  ],
  [
    'Bitbucket Pipelines',
    { BITBUCKET_BUILD_NUMBER: '3', BITBUCKET_BRANCH: 'b', BITBUCKET_COMMIT: 'c6', BITBUCKET_REPO_FULL_NAME: 'o/r' },
    { branch: 'b', commit: 'c6', jobUrl: 'https://bitbucket.org/o/r/pipelines/results/3' },
  ],
  [
    'Buildkite',
    {
      ...{ CI: 'true', BUILDKITE: 'true', BUILDKITE_BRANCH: 'b', BUILDKITE_COMMIT: 'c9' },
      ...{ BUILDKITE_BUILD_URL: 'https://buildkite.com/o/p/builds/4', BUILDKITE_JOB_ID: '018f' },
    },
    { branch: 'b', commit: 'c9', jobUrl: 'https://buildkite.com/o/p/builds/4#018f' },
  ],
  ['TeamCity', { TEAMCITY_VERSION: '2025.1', BUILD_VCS_NUMBER: 'c7' }, { commit: 'c7' }],
  ['CI', { CI: '1', GIT_COMMIT: 'c8' }, { commit: 'c8' }],
])('branch, commit and job are known in %s', (system, env, properties) => {
  expect(detectCi(env)?.system).toBe(system);
  expect(ciProperties(env)).toEqual(properties);
});

test('on a developer’s machine there is no job', () => {
  expect(detectCi({})).toBeUndefined();
  expect(ciProperties({ BRANCH_NAME: 'x' })).toEqual({});
});

test('GitLab, Buildkite and GitHub name the default branch, and the option overrides it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-ci-'));
  const event = join(folder, 'event.json');
  writeFileSync(event, '{ "repository": { "default_branch": "trunk" } }');
  const branchWith = (env: Environment, options: object = {}) => {
    const resolved = resolveSettings({
      options: { report: true, ...options },
      idRoot: '/nowhere',
      cwd: '/nowhere',
      env,
    });
    if (resolved.state !== 'on') throw new Error(resolved.state);
    return [resolved.settings.defaultBranch, resolved.origins.defaultBranch];
  };
  const gitlab = { GITLAB_CI: 'true', CI_DEFAULT_BRANCH: 'develop' };
  expect(branchWith(gitlab)).toEqual(['develop', 'default, in GitLab CI']);
  expect(branchWith(gitlab, { defaultBranch: 'main' })).toEqual(['main', 'reporter options']);
  const buildkite = { BUILDKITE: 'true', BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main' };
  expect(branchWith(buildkite)).toEqual(['main', 'default, in Buildkite']);
  const github = { GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: event };
  expect(branchWith(github)).toEqual(['trunk', 'default, in GitHub Actions']);
  for (const content of ['null', '{ "repository": 1 }', 'not JSON', '{ "repository": { "default_branch": 5 } }']) {
    writeFileSync(event, content);
    expect(branchWith(github)[0], content).toBeUndefined();
  }
  rmSync(folder, { recursive: true });
  expect(branchWith(github)[0]).toBeUndefined();
});
