import { randomUUID } from 'node:crypto';
import type { ResolvedSettings, Settings } from '@testpoint/core/cli';
import { type RunSummary, ServiceError } from '@testpoint/core/service';
import { waitingForService } from '../messages.js';
import { withService } from '../run.js';
import { counted } from '../terminal.js';
import { showWaiting } from '../waiting.js';
import { type Check, right, unsure, wrong } from './check.js';
import * as messages from './messages.js';

/** If clocks differ by more than this, results appear in the wrong order; milliseconds. */
const MUCH_SKEW = 60_000;

/** What an address answers to the request for a project's runs. */
interface Reply {
  runs?: RunSummary[];
  failure?: ServiceError;
  /** How far this machine's clock is ahead, milliseconds. */
  skew?: number | undefined;
}

/** Asks the service for its runs. Checks nothing if there is no service. */
export async function checkService(resolved: ResolvedSettings): Promise<Check[]> {
  const settings = resolved.state === 'off' ? {} : resolved.settings;
  if (!isReachable(settings)) return [];
  const { projectGlobalId, testRunId } = settings;
  const started = performance.now();
  const { runs, failure, skew } = await showWaiting(waitingForService, ask(settings));
  const took = Math.round(performance.now() - started);
  const answers = right('address', messages.answersIn(took, settings.localServer !== undefined));
  const clock = skew === undefined ? [] : [checkClock(skew)];
  if (failure !== undefined && (!failure.answered || ELSEWHERE.has(failure.code))) {
    return [wrong('address', failure.message + (await suggestion(settings)))];
  }
  if (failure?.code === 'NOT_FOUND') return [...(await checkNotFound(settings, failure)), ...clock];
  if (failure !== undefined) {
    // A service that can't answer (503, 429) has not judged the key.
    const ok = failure.code === 'UNAVAILABLE' ? undefined : false;
    const what = failure.code === 'CREDENTIALS_REFUSED' || ok === undefined ? 'credentials' : 'runs';
    return [answers, ...clock, { what, ok, detail: failure.message }];
  }
  const checks = [answers, ...clock, right('credentials', 'accepted')];
  if (projectGlobalId !== undefined) {
    checks.push(right('project', `${projectGlobalId} has ${counted(runs?.length ?? 0, 'run')}`));
  }
  if (testRunId !== undefined) checks.push(checkRun(testRunId, projectGlobalId === undefined ? undefined : runs));
  return checks;
}

/** Without a project, any will do to check the address and the key. */
async function ask(settings: Settings): Promise<Reply> {
  return withService(settings, async (service) => {
    try {
      const runs = await service.listRuns(settings.projectGlobalId ?? 1);
      return { runs, skew: service.clockSkew };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { failure: error, skew: service.clockSkew };
    }
  });
}

/** A 404 comes from the service only if a path that can't exist gets another one. */
async function checkNotFound(settings: Settings, failure: ServiceError): Promise<Check[]> {
  const nowhere = `/testpoint-doctor-${randomUUID()}`;
  const url = new URL(settings.url);
  url.pathname = url.pathname.replace(/\/*$/, nowhere);
  const other = await ask({ ...settings, url: url.href });
  const isSame = other.failure?.code === 'NOT_FOUND' && other.failure.detail?.replace(nowhere, '') === failure.detail;
  if (isSame) {
    return [wrong('address', messages.answers404(await suggestion(settings)))];
  }
  const { projectGlobalId } = settings;
  return projectGlobalId === undefined
    ? [unsure('address', messages.noProjectOne)]
    : [
        unsure('address', messages.noSuchProject(projectGlobalId)),
        wrong('project', messages.checkProject(failure.message)),
      ];
}

/** Names another address of the same host if it has answered with a list of runs. */
async function suggestion(settings: Settings): Promise<string> {
  const url = new URL(settings.url);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  while (segments.length > 0) {
    segments.pop();
    url.pathname = segments.join('/');
    url.search = '';
    url.hash = '';
    const address = url.href.replace(/\/$/, '');
    if ((await ask({ ...settings, url: address })).runs !== undefined) return messages.answersAt(address);
  }
  return '';
}

/** Something other than the service answers at its address. */
const ELSEWHERE: ReadonlySet<string> = new Set(['NOT_THE_SERVICE', 'REDIRECTED', 'WRONG_SERVER']);

function checkClock(skew: number): Check {
  const seconds = Math.round(Math.abs(skew) / 1_000);
  const ok = Math.abs(skew) < MUCH_SKEW;
  return { what: 'clock', ok, detail: ok ? messages.clockAgrees : messages.clockIsWrong(seconds, skew > 0) };
}

function checkRun(testRunId: string, runs: RunSummary[] | undefined): Check {
  const what = 'run';
  if (runs === undefined) return unsure(what, messages.runNotLookedUp(testRunId));
  const run = runs.find(({ id }) => id?.toLowerCase() === testRunId.toLowerCase());
  if (run === undefined) return wrong(what, messages.runNotInProject(testRunId));
  const { status = 'known' } = run;
  return status === 'Stopped' || status === 'Completed'
    ? wrong(what, messages.runIsOver(testRunId, status))
    : right(what, `${testRunId} is ${status}`);
}

function isReachable(settings: Readonly<Partial<Settings>>): settings is Settings {
  return !settings.reportOnly && Boolean(settings.url && settings.secretKey);
}
