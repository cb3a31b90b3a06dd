import { titleOf } from '@testpoint/report/browser';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
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
  title?: string | undefined;
  aside?: ComponentChildren;
  banner?: ComponentChildren;
}

/**
 * @param home where the name of the page leads; by default, to the overview. @param title of the tab. @param aside what a source adds to the header. @param banner and
 * below it
 */
export function App({ report, home, title, aside, banner }: AppProps) {
  const { app, data } = report;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { place } = app.address.value;
  useEffect(() => {
    document.title = title ?? titleOf(data.run);
  }, [data.run, title]);
  const shown = useRef(place);
  useEffect(() => {
    // The link that led here is gone, and with it the focus.
    if (shown.current !== place && (document.activeElement ?? document.body) === document.body) focusMain();
    shown.current = place;
  }, [place]);
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
  focusMain();
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
