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
  branch(env: Environment): string | undefined;
  commit(env: Environment): string | undefined;
  jobUrl(env: Environment): string | undefined;
  /** The branch that others are merged into; only if the system names it. */
  defaultBranch?(env: Environment): string | undefined;
}

const SYSTEMS: CiSystem[] = [
  {
    name: 'GitHub Actions',
    sign: 'GITHUB_ACTIONS',
    branch: (env) => env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME,
    commit: (env) => env.GITHUB_SHA,
    jobUrl: (env) => joined(env.GITHUB_SERVER_URL, '/', env.GITHUB_REPOSITORY, '/actions/runs/', env.GITHUB_RUN_ID),
    defaultBranch: (env) => defaultBranchInEvent(env.GITHUB_EVENT_PATH),
  },
  {
    name: 'GitLab CI',
    sign: 'GITLAB_CI',
    branch: (env) => env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || env.CI_COMMIT_REF_NAME,
    commit: (env) => env.CI_COMMIT_SHA,
    jobUrl: (env) => env.CI_JOB_URL,
    defaultBranch: (env) => env.CI_DEFAULT_BRANCH,
  },
  {
    name: 'Jenkins',
    sign: 'JENKINS_URL',
    branch: (env) => env.CHANGE_BRANCH || env.BRANCH_NAME || env.GIT_BRANCH?.replace(/^origin\//, ''),
    commit: (env) => env.GIT_COMMIT,
    jobUrl: (env) => env.BUILD_URL,
  },
  {
    name: 'Azure Pipelines',
    sign: 'TF_BUILD',
    branch: (env) => withoutRef(env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH),
    commit: (env) => env.BUILD_SOURCEVERSION,
    jobUrl: (env) =>
      joined(
        env.SYSTEM_COLLECTIONURI,
        env.SYSTEM_TEAMPROJECT && encodeURIComponent(env.SYSTEM_TEAMPROJECT),
        '/_build/results?buildId=',
        env.BUILD_BUILDID,
      ),
  },
  {
    name: 'CircleCI',
    sign: 'CIRCLECI',
    branch: (env) => env.CIRCLE_BRANCH || env.CIRCLE_TAG,
    commit: (env) => env.CIRCLE_SHA1,
    jobUrl: (env) => env.CIRCLE_BUILD_URL,
  },
  {
    name: 'Bitbucket Pipelines',
    sign: 'BITBUCKET_BUILD_NUMBER',
    branch: (env) => env.BITBUCKET_BRANCH || env.BITBUCKET_TAG,
    commit: (env) => env.BITBUCKET_COMMIT,
    jobUrl: (env) =>
      joined('https://bitbucket.org/', env.BITBUCKET_REPO_FULL_NAME, '/pipelines/results/', env.BITBUCKET_BUILD_NUMBER),
  },
  {
    name: 'TeamCity',
    sign: 'TEAMCITY_VERSION',
    branch: (env) => withoutRef(env.TEAMCITY_BUILD_BRANCH || env.BUILD_VCS_BRANCH),
    commit: (env) => env.BUILD_VCS_NUMBER,
    jobUrl: (env) => env.BUILD_URL,
  },
  {
    name: 'CI',
    sign: 'CI',
    branch: (env) => env.BRANCH_NAME || env.GIT_BRANCH?.replace(/^origin\//, ''),
    commit: (env) => env.GIT_COMMIT || env.COMMIT_SHA,
    jobUrl: (env) => env.BUILD_URL,
  },
];

/** The current CI job, or undefined on a developer's machine. */
export function detectCi(env: Environment): CiJob | undefined {
  const system = SYSTEMS.find(({ sign }) => isSet(env[sign]));
  if (system === undefined) return undefined;
  const job = { branch: system.branch(env), commit: system.commit(env), jobUrl: system.jobUrl(env) };
  return { system: system.name, ...present(job) };
}

/** The branch that others are merged into, if the current CI system names it. On GitHub, a file does. */
export function defaultBranchIn(env: Environment): string | undefined {
  return SYSTEMS.find(({ sign }) => isSet(env[sign]))?.defaultBranch?.(env) || undefined;
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
  const { branch, commit, jobUrl } = detectCi(env) ?? {};
  return present({ branch, commit, jobUrl });
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

function present<K extends string>(
  values: Record<K, string | undefined>,
): Partial<Record<K, string>> & Record<string, string> {
  const result: Partial<Record<K, string>> & Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>(values)) {
    if (value !== undefined && value !== '') Object.assign(result, { [name]: value });
  }
  return result;
}

function withoutRef(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/(?:heads|tags)\//, '');
}

/** Undefined if a part is missing, because half a URL leads nowhere. */
function joined(...parts: (string | undefined)[]): string | undefined {
  return parts.every(Boolean) ? parts.join('') : undefined;
}
