import { readFileSync } from 'node:fs';

/** Environment variables in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A CI system's data about the current job. */
export interface CiJob {
  /** The system's name, for messages. */
  system: string;
  branch?: string;
  commit?: string;
  jobUrl?: string;
}

interface CiSystem {
  name: string;
  /** A variable that only this system sets. */
  sign: string;
  /** Variables; the first one that is set counts. */
  branch: readonly string[];
  commit: readonly string[];
  /** An address with variables in it. */
  jobUrl: string;
  /** The branch that others are merged into; only if the system names it. */
  defaultBranch?(env: Environment): string | undefined;
}

const SYSTEMS: CiSystem[] = [
  {
    name: 'GitHub Actions',
    sign: 'GITHUB_ACTIONS',
    branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'],
    commit: ['GITHUB_SHA'],
    jobUrl: '{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}',
    defaultBranch: (env) => defaultBranchInEvent(env.GITHUB_EVENT_PATH),
  },
  {
    name: 'GitLab CI',
    sign: 'GITLAB_CI',
    branch: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_REF_NAME'],
    commit: ['CI_COMMIT_SHA'],
    jobUrl: '{CI_JOB_URL}',
    defaultBranch: (env) => env.CI_DEFAULT_BRANCH,
  },
  {
    name: 'Jenkins',
    sign: 'JENKINS_URL',
    branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'],
    commit: ['GIT_COMMIT'],
    jobUrl: '{BUILD_URL}',
  },
  {
    name: 'Azure Pipelines',
    sign: 'TF_BUILD',
    branch: ['SYSTEM_PULLREQUEST_SOURCEBRANCH', 'BUILD_SOURCEBRANCH'],
    commit: ['BUILD_SOURCEVERSION'],
    jobUrl: '{SYSTEM_COLLECTIONURI}{SYSTEM_TEAMPROJECT}/_build/results?buildId={BUILD_BUILDID}',
  },
  {
    name: 'CircleCI',
    sign: 'CIRCLECI',
    branch: ['CIRCLE_BRANCH', 'CIRCLE_TAG'],
    commit: ['CIRCLE_SHA1'],
    jobUrl: '{CIRCLE_BUILD_URL}',
  },
  {
    name: 'Bitbucket Pipelines',
    sign: 'BITBUCKET_BUILD_NUMBER',
    branch: ['BITBUCKET_BRANCH', 'BITBUCKET_TAG'],
    commit: ['BITBUCKET_COMMIT'],
    jobUrl: 'https://bitbucket.org/{BITBUCKET_REPO_FULL_NAME}/pipelines/results/{BITBUCKET_BUILD_NUMBER}',
  },
  {
    name: 'Buildkite',
    sign: 'BUILDKITE',
    branch: ['BUILDKITE_BRANCH', 'BUILDKITE_TAG'],
    commit: ['BUILDKITE_COMMIT'],
    jobUrl: '{BUILDKITE_BUILD_URL}#{BUILDKITE_JOB_ID}',
    defaultBranch: (env) => env.BUILDKITE_PIPELINE_DEFAULT_BRANCH,
  },
  {
    name: 'TeamCity',
    sign: 'TEAMCITY_VERSION',
    branch: ['TEAMCITY_BUILD_BRANCH', 'BUILD_VCS_BRANCH'],
    commit: ['BUILD_VCS_NUMBER'],
    jobUrl: '{BUILD_URL}',
  },
  {
    name: 'CI',
    sign: 'CI',
    branch: ['BRANCH_NAME', 'GIT_BRANCH'],
    commit: ['GIT_COMMIT', 'COMMIT_SHA'],
    jobUrl: '{BUILD_URL}',
  },
];

/** The current CI job, or undefined on a developer's machine. */
export function detectCi(env: Environment): CiJob | undefined {
  const found = systemIn(env);
  if (found === undefined) return undefined;
  const branch = branchIn(found.branch, env);
  const commit = firstOf(found.commit, env);
  const jobUrl = filledIn(found.jobUrl, env);
  return {
    system: found.name,
    ...(branch && { branch }),
    ...(commit !== undefined && { commit }),
    ...(jobUrl !== undefined && { jobUrl }),
  };
}

/** The branch that others are merged into, if the current CI system names it. On GitHub, a file does. */
export function defaultBranchIn(env: Environment): string | undefined {
  return systemIn(env)?.defaultBranch?.(env) || undefined;
}

function systemIn(env: Environment): CiSystem | undefined {
  return SYSTEMS.find(({ sign }) => !['', '0', 'false'].includes(env[sign]?.toLowerCase() ?? ''));
}

function firstOf(names: readonly string[], env: Environment): string | undefined {
  return names.map((name) => env[name]).find(Boolean);
}

/** Without the name of the remote, which Jenkins' Git plugin adds, or what says that it is a branch. */
function branchIn(names: readonly string[], env: Environment): string | undefined {
  const name = names.find((candidate) => env[candidate]) ?? '';
  return env[name]?.replace(name === 'GIT_BRANCH' ? /^origin\// : /^refs\/(?:heads|tags)\//, '');
}

/** Undefined if a variable is not set, because half a URL leads nowhere. */
function filledIn(address: string, env: Environment): string | undefined {
  let isComplete = true;
  const filled = address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = env[name] ?? '';
    if (value === '') isComplete = false;
    return /^https?:/.test(value) ? value : encodeURI(value);
  });
  return isComplete ? filled : undefined;
}

/** @param path of the event that started the job on GitHub, as JSON */
function defaultBranchInEvent(path: string | undefined): string | undefined {
  try {
    const event: { repository?: { default_branch?: unknown } } = JSON.parse(readFileSync(path ?? '', 'utf8'));
    const branch = event.repository?.default_branch;
    return typeof branch === 'string' ? branch : undefined;
  } catch {
    // Programs that run workflows elsewhere have no such file, or another one.
    return undefined;
  }
}

/** The properties that option `ci` adds to every result: `branch`, `commit` and `jobUrl`, if known. */
export function ciProperties(env: Environment): Record<string, string> {
  const { system: _, ...properties } = detectCi(env) ?? { system: '' };
  return properties;
}
