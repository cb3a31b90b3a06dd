import { useEffect, useRef, useState } from 'preact/hooks';
import { NotThere, SignInNeeded } from '../data/server.js';
import { listenTo } from '../data/server-events.js';
import { runOf, type ServerRun } from '../data/server-runs.js';
import { ServerSource } from '../data/server-source.js';
import { ReportState } from '../model/report-state.js';
import { counted } from '../text/format-time.js';
import { App } from '../view/app.js';
import { Notice } from './notice.js';
import { RunCounts } from './run-counts.js';

interface Shown {
  report: ReportState;
  results: number;
}

/** A run: the pages of the report, which follow while it goes on. */
export function RunPage({ id, signedOut }: { id: string; signedOut: () => void }) {
  const [shown, setShown] = useState<Shown>();
  const [run, setRun] = useState<ServerRun>();
  const [error, setError] = useState<Error>();
  const failed = (reason: Error) => (reason instanceof SignInNeeded ? signedOut() : setError(reason));
  const show = async () => {
    try {
      const source = await ServerSource.load(id);
      const report = new ReportState(source, await source.run());
      await report.load();
      setShown((before) => {
        before?.report.dispose();
        return { report, results: source.results };
      });
      setError(undefined);
    } catch (reason) {
      failed(reason as Error);
    }
  };
  const follow = useRef({ results: 0, isLoading: false });
  useEffect(() => {
    void show();
  }, [id]);
  useEffect(() => {
    follow.current.results = shown?.results ?? 0;
  }, [shown]);
  useEffect(
    () =>
      listenTo([id], {
        run: async ({ results }) => {
          try {
            setRun(await runOf(id));
          } catch (reason) {
            failed(reason as Error);
          }
          const { current } = follow;
          // The overview changes in place. Elsewhere, rows would move below the reader.
          const isOverview = /^#?\/?$/.test(location.hash.split('?')[0] ?? '');
          if (results === current.results || !isOverview || current.isLoading) return;
          current.isLoading = true;
          await show();
          current.isLoading = false;
        },
        runs: () => {},
      }),
    [id],
  );
  if (error instanceof NotThere) {
    const title = shown === undefined ? 'There is no such run' : 'This run was deleted';
    return <Notice title={title} text={error.message} />;
  }
  if (shown === undefined) {
    if (error === undefined) return null;
    return <Notice title="Cannot show this run" text={error.message} retry={show} />;
  }
  const more = run === undefined ? 0 : run.results - shown.results;
  const aside = (
    <div class="live" role="status">
      {run !== undefined && <span class={`state ${run.status.replace(' ', '-').toLowerCase()}`}>{run.status}</span>}
      {run !== undefined && <RunCounts run={run} />}
      {more > 0 && (
        <button type="button" class="more" onClick={show}>
          {counted(more, 'new result')}
        </button>
      )}
      {error !== undefined && (
        <button type="button" class="more" title={error.message} onClick={show}>
          Does not answer – try again
        </button>
      )}
    </div>
  );
  return <App key={shown.results} report={shown.report} home="/" aside={aside} />;
}
