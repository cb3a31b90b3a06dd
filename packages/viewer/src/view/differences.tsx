import { DIFFERENCES, type Difference, slugOf } from '@testpoint/report/browser';
import { count, counted, duration } from '../text/format-time.js';
import { visible } from '../text/visible.js';

/** A test that differs between two runs. */
export interface DifferentTest {
  name: string;
  /** Absent if no page shows it. */
  href?: string | undefined;
  /** Milliseconds; below 0 if unknown. */
  duration: number;
  before: number;
}

interface Props {
  counts: Record<Difference, number>;
  /** The tests of a list, at most so many. */
  tests: (kind: Difference, most: number) => DifferentTest[];
  /** Shows only this list. */
  only?: Difference | undefined;
  /** The address of a list. */
  linkTo: (kind: Difference | undefined) => string;
}

/** Tests to show of each list. */
const MOST = 1_000;

/** What changed from another run to this one, list by list. */
export function Differences({ counts, tests, only, linkTo }: Props) {
  const kinds = DIFFERENCES.filter((kind) => counts[kind] > 0);
  const shown = only === undefined ? kinds : [only];
  return (
    <>
      <nav class="kinds wrap" aria-label="Lists">
        <a href={linkTo(undefined)} aria-current={only === undefined ? 'page' : undefined}>
          Everything
        </a>
        {DIFFERENCES.map((kind) => (
          <a key={kind} href={linkTo(kind)} aria-current={only === kind ? 'page' : undefined}>
            {kind} <span class="number">{count(counts[kind])}</span>
          </a>
        ))}
      </nav>
      {kinds.length === 0 && <p class="empty">Every test has the same verdict in both.</p>}
      {shown.map((kind) => (
        <section key={kind} aria-labelledby={slugOf(kind)}>
          <h2 id={slugOf(kind)}>
            {kind} <span class="quiet">{counted(counts[kind], 'test')}</span>
          </h2>
          <ul class="differences">
            {tests(kind, MOST).map(({ name, href, duration: now, before }, index) => (
              <li key={index} class="user">
                {href === undefined ? visible(name) : <a href={href}>{visible(name)}</a>}
                {kind === 'slower' && (
                  <span class="quiet">
                    {' '}
                    {duration(before)} → {duration(now)}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {counts[kind] > MOST && <p class="quiet">and {counted(counts[kind] - MOST, 'more test')}</p>}
        </section>
      ))}
    </>
  );
}
