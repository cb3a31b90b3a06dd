import { DIFFERENCES, type Difference, slugOf } from '@testpoint/report/browser';
import { useEffect, useRef } from 'preact/hooks';
import { count, counted, duration } from '../text/format-time.js';
import { EnvironmentTag } from './environment-tag.js';
import { MaybeLink } from './maybe-link.js';
import { Path } from './path.js';

/** A test that differs between two runs. */
export interface DifferentTest {
  /** Its file, which is relative to the project, and its titles. */
  titles: readonly string[];
  project?: string | undefined;
  environment?: string | undefined;
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
  const lists = useRef<HTMLDivElement>(null);
  const shown = useRef(only);
  useEffect(() => {
    if (shown.current !== only) lists.current?.focus();
    shown.current = only;
  }, [only]);
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
      <div ref={lists} role="group" aria-label={only ?? 'Everything'} tabIndex={-1}>
        {kinds.length === 0 && <p class="empty">Every test has the same verdict in both.</p>}
        {(only === undefined ? kinds : [only]).map((kind) => (
          <section key={kind} aria-labelledby={slugOf(kind)}>
            <h2 id={slugOf(kind)}>
              {kind} <span class="quiet">{counted(counts[kind], 'test')}</span>
            </h2>
            <ul class="differences">
              {tests(kind, MOST).map((test, index) => (
                <li key={index} class="wrap user">
                  <MaybeLink href={test.href}>
                    <Path titles={test.titles} />
                  </MaybeLink>
                  {test.project !== undefined && <span class="tag">{test.project}</span>}
                  <EnvironmentTag name={test.environment} />
                  {kind === 'slower' && (
                    <span class="quiet">
                      {duration(test.before)} → {duration(test.duration)}
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {counts[kind] > MOST && <p class="quiet">The first {count(MOST)} are shown.</p>}
          </section>
        ))}
      </div>
    </>
  );
}
