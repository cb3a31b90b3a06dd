import { headlineOf, statesIn } from '@testpoint/report/browser';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { NO_ANSWER, NotThere, SignInNeeded } from '../data/server.js';
import { listenTo } from '../data/server-events.js';
import { runOf, type ServerRun } from '../data/server-runs.js';
import { ServerSource } from '../data/server-source.js';
import { ReportState } from '../model/report-state.js';
import { counted } from '../text/format-time.js';
import { App } from '../view/app.js';
import { Problem } from '../view/problem.js';
import { Download } from './download.js';
import { colorTab, FollowButton, followNewest } from './following.js';
import { Notice } from './notice.js';
import { sessionEnded } from './page.js';
import { isUnderWay, RunCounts } from './run-counts.js';

interface Shown {
  report: ReportState;
  source: ServerSource;
  /** The run when its results were loaded. */
  run: ServerRun;
}

/** The run and all its results, or the run and its new results where this moves nothing that someone reads. */
type Wanted = 'everything' | 'changes';
type Timer = ReturnType<typeof setTimeout> | undefined;

/** A run: the pages of the report, which follow while it goes on. */
export function RunPage({ id, isLocal }: { id: string; isLocal: boolean }) {
  const endSession = useContext(sessionEnded);
  const [shown, setShown] = useState<Shown>();
  const [run, setRun] = useState<ServerRun>();
  const [error, setError] = useState<Error>();
  const [isUp, setUp] = useState(true);
  const current = useRef<Shown | undefined>(undefined);
  const latest = useRef({ isLoading: false, asked: undefined as Wanted | undefined, later: undefined as Timer });

  /** Shows what a source has. @param now the run when the source was loaded */
  const show = async (now: ServerRun, source: ServerSource) => {
    const known = current.current?.report;
    source.isUnderWay.value = isUnderWay(now);
    const report = known ?? new ReportState(source, await source.run());
    // The first time, the rows appear as they arrive. Afterwards, nothing that is shown goes away meanwhile.
    await known?.data.follow(source);
    current.current = { report, source, run: now };
    setRun(now);
    setShown(current.current);
    if (known === undefined) {
      await report.data.load();
      openNamed(report);
    }
    void source.look(!isUnderWay(now));
  };
  const lookOnce = async (wanted: Wanted) => {
    const known = current.current;
    const now = await runOf(id);
    if (wanted === 'everything' || known?.report.data.isWhole !== true) return show(now, await ServerSource.load(id));
    known.source.version.value = now.version;
    // Whatever someone reads: a run that is over must not be shown as it was before.
    if (now.results !== known.source.results && (isUnread() || !isUnderWay(now))) {
      const next = await known.source.next();
      const state = latest.current;
      clearTimeout(state.later);
      if (typeof next !== 'number') return show(now, next);
      state.later = setTimeout(() => void look('changes'), next);
      return;
    }
    setRun(now);
    if (known.source.isUnderWay.value && !isUnderWay(now)) void known.source.look(true);
    known.source.isUnderWay.value = isUnderWay(now);
  };
  const look = async (wanted: Wanted) => {
    const state = latest.current;
    if (state.asked !== 'everything') state.asked = wanted;
    if (state.isLoading) return;
    state.isLoading = true;
    try {
      while (state.asked !== undefined) {
        const { asked } = state;
        state.asked = undefined;
        await lookOnce(asked);
      }
      setError(undefined);
    } catch (reason) {
      if (reason instanceof SignInNeeded) endSession();
      setError(reason as Error);
    }
    state.isLoading = false;
  };
  useEffect(() => {
    void look('everything');
    void followNewest(id);
    const stop = listenTo([id], {
      run: () => void look('changes'),
      runs: () => void followNewest(id),
      connection: (isUp) => {
        setUp(isUp);
        if (isUp) void look('changes');
      },
    });
    return () => {
      stop();
      clearTimeout(latest.current.later);
      current.current?.report.dispose();
    };
  }, [id]);
  useEffect(() => {
    if (error === undefined || error instanceof NotThere) return undefined;
    const again = setTimeout(() => void look('changes'), PAUSE);
    return () => clearTimeout(again);
  }, [error]);

  if (error instanceof NotThere) {
    const title = shown === undefined ? 'There is no such run' : 'This run was deleted';
    return <Notice title={title} text={error.message} />;
  }
  if (shown === undefined) {
    if (error === undefined) return <p class="loading">Loading …</p>;
    return <Notice title="Cannot show this run" text={error.message} retry={() => void look('everything')} />;
  }
  const { data } = shown.report;
  const isRunning = isUnderWay(run ?? shown.run);
  colorTab(data.run, isRunning);
  const aside = run !== undefined && (
    <>
      <div class="live row wrap" role="status">
        <span class={`state ${run.status.replace(' ', '-').toLowerCase()}`}>{run.status}</span>
        <RunCounts states={statesIn(data.run.tests)} waiting={run.testPoints['In progress']} />
      </div>
      {isLocal && <FollowButton />}
      <Download run={id} />
    </>
  );
  const banner = (
    <>
      {run !== undefined && <News run={run} shown={shown} show={() => void look('everything')} />}
      {(error !== undefined || !isUp) && (
        <Problem text={error?.message ?? NO_ANSWER} retry={() => void look('changes')} />
      )}
    </>
  );
  const title = isRunning ? `Running: ${headlineOf(data.run)}` : undefined;
  return <App report={shown.report} home="/" title={title} aside={aside} banner={banner} />;
}

/** What has arrived since the results were loaded. */
function News({ run, shown, show }: { run: ServerRun; shown: Shown; show: () => void }) {
  const results = run.results - shown.source.results;
  if (results <= 0) return null;
  const failures = run.testPoints.Failed - shown.run.testPoints.Failed;
  return (
    <p class="news banner" role="status">
      <button type="button" class="more" onClick={show}>
        Show {counted(results, 'new result')}
        {failures > 0 && `, ${counted(failures, 'new failure')}`}
      </button>
    </p>
  );
}

/** Opens the result that the address names by its external id, as other pages do. */
function openNamed({ app, data }: ReportState): void {
  const query = new URLSearchParams(location.search);
  const id = query.get('test');
  if (id === null) return;
  const row = data.rowOfId(id, query.get('environment') ?? '');
  history.replaceState(null, '', location.pathname);
  // No test has such a key, so the page says that the test is not there.
  app.go({ place: 'tests', test: row >= 0 ? data.testOf(row) : { key: 'unknown' } }, true);
}

/** Whether new results would move nothing that someone reads: at the top of the overview, with the focus elsewhere. */
function isUnread(): boolean {
  const isOverview = /^#?\/?$/.test(location.hash.split('?')[0] ?? '');
  return isOverview && scrollY === 0 && document.activeElement?.closest('main') == null;
}

/** Until the next try, milliseconds. */
const PAUSE = 5_000;
