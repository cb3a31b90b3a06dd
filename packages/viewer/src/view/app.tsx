import { titleOf } from '@testpoint/report/browser';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReportState } from '../model/report-state.js';
import { Compare } from './compare.js';
import { Header, SEARCH_ID } from './header.js';
import { Help } from './help.js';
import { Insights } from './insights/insights.js';
import { useKeys } from './keys.js';
import { Overview } from './overview/overview.js';
import { Points } from './points/points.js';
import { Problem } from './problem.js';
import { Tests } from './tests/tests.js';
import { Timeline } from './timeline/timeline.js';
import { reportContext } from './use-report.js';

interface AppProps {
  report: ReportState;
  home?: string;
  aside?: ComponentChildren;
  banner?: ComponentChildren;
}

/**
 * @param home where the name of the page leads; by default, to the overview. @param aside what a source adds to the header. @param banner and
 * below it
 */
export function App({ report, home, aside, banner }: AppProps) {
  const { app, data } = report;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { place } = app.address.value;
  useEffect(() => {
    document.title = titleOf(data.run);
  }, [data.run]);
  const keys = { '/': () => document.getElementById(SEARCH_ID)?.focus(), '?': () => setHelpOpen(true) };
  useKeys(keys, isTyping, []);
  return (
    <reportContext.Provider value={report}>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <div class="top">
        <Header home={home} aside={aside} openHelp={() => setHelpOpen(true)} />
        {banner}
      </div>
      <main id="main" class={place} tabIndex={-1}>
        {data.problem.value !== '' && <Problem text={data.problem.value} retry={() => void data.load()} />}
        {place === 'overview' && <Overview />}
        {place === 'tests' && <Tests />}
        {place === 'timeline' && <Timeline />}
        {place === 'compare' && <Compare />}
        {place === 'insights' && <Insights />}
        {place === 'points' && <Points />}
      </main>
      {isHelpOpen && <Help close={() => setHelpOpen(false)} />}
    </reportContext.Provider>
  );
}

/** Moves the focus without changing the address, because views use the address. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
