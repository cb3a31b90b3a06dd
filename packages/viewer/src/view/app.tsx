import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ReportState } from '../model/report-state.js';
import { Compare } from './compare.js';
import { Header, SEARCH_ID } from './header.js';
import { Help } from './help.js';
import { Insights } from './insights/insights.js';
import { Overview } from './overview/overview.js';
import { titleOf } from './overview/verdict.js';
import { Points } from './points/points.js';
import { Problem } from './problem.js';
import { Tests } from './tests/tests.js';
import { Timeline } from './timeline/timeline.js';

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
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { place } = report.address.value;
  useEffect(() => {
    document.title = titleOf(report.run);
  }, [report]);
  // Keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') document.getElementById(SEARCH_ID)?.focus();
      else if (event.key === '?') setHelpOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <Header report={report} home={home} aside={aside} openHelp={() => setHelpOpen(true)} />
      <main id="main" class={place} tabIndex={-1}>
        {banner}
        {report.problem.value !== '' && <Problem text={report.problem.value} retry={() => void report.load()} />}
        {place === 'overview' && <Overview report={report} />}
        {place === 'tests' && <Tests report={report} />}
        {place === 'timeline' && <Timeline report={report} />}
        {place === 'compare' && <Compare report={report} />}
        {place === 'insights' && <Insights report={report} />}
        {place === 'points' && <Points report={report} />}
      </main>
      {isHelpOpen && <Help close={() => setHelpOpen(false)} />}
    </>
  );
}

/** Moves the focus without changing the address, because views use the address. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
