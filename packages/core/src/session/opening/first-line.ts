import { hostname, release, type } from 'node:os';
import type { SessionView } from '@testpoint/report/format';
import { env as processEnv } from '../../built-ins/at-load.js';
import { some } from '../../built-ins/language.js';
import { JOURNAL_FORMAT, type RunIntent, type SessionEntry } from '../../outbox/format/entries.js';
import { type Mapping, mask } from '../../result/mapping.js';
import { detectCi } from '../../settings/ci.js';
import type { Settings } from '../../settings/settings.js';
import { VERSION } from '../../version.js';
import type { SessionHost } from '../session.js';
import { checkedOutBranch } from './checked-out-branch.js';

const { version } = process;

/**
 * The journal's first line: the data of the session for delivery and for reports.
 * @param startedAt epoch milliseconds
 * @param report in the journal's form
 */
export function firstLine(
  host: SessionHost,
  settings: Settings,
  run: RunIntent,
  startedAt: number,
  mapping: Mapping,
  report: string | undefined,
): SessionEntry {
  const { framework, frameworkVersion } = host;
  const { finish, api, testPlanGlobalId, localServer, deliveryProblems } = settings;
  const isUnknown = some(deliveryProblems, ({ option }) => option === 'api');
  return {
    kind: 'session',
    format: JOURNAL_FORMAT,
    tool: `testpoint ${VERSION}`,
    ...{ framework: framework.name, frameworkVersion },
    startedAt,
    run,
    finish,
    wire: { ...(!isUnknown && { api }), ...(testPlanGlobalId !== undefined && { testPlanGlobalId }) },
    view: viewOf(host, settings, mapping),
    ...(localServer !== undefined && { localServer }),
    ...(report !== undefined && { report }),
  };
}

function viewOf(
  { idRoot, shard, isRerun, otherFailure, imported, env = processEnv }: SessionHost,
  settings: Settings,
  mapping: Mapping,
): SessionView {
  const view: SessionView = { machine: { os: `${type()} ${release()}`, node: version } };
  try {
    view.machine = { ...view.machine, host: mask(hostname(), mapping) };
  } catch {
    // The system has no name.
  }
  if (shard !== undefined) view.shard = { current: shard.current, total: shard.total };
  const { environment, rerun } = settings;
  if (environment !== undefined) view.environment = mask(environment, mapping);
  if (rerun ?? isRerun) view.isRerun = true;
  if (otherFailure !== undefined) view.otherFailure = otherFailure;
  if (imported !== undefined) {
    const { from, ranAt } = imported;
    view.importedFrom = mask(from, mapping);
    if (ranAt !== undefined) view.ranAt = { startedAt: ranAt.startedAt, endedAt: ranAt.endedAt };
  }
  const { system, branch = checkedOutBranch(idRoot), commit, jobUrl } = detectCi(env) ?? {};
  if (system !== undefined || branch !== undefined) {
    view.ci = {};
    if (system !== undefined) view.ci.system = system;
    if (branch !== undefined) view.ci.branch = mask(branch, mapping);
    if (commit !== undefined) view.ci.commit = mask(commit, mapping);
    if (jobUrl !== undefined) view.ci.jobUrl = mask(jobUrl, mapping);
  }
  return view;
}
