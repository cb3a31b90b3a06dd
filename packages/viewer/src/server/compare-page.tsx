import { useEffect } from 'preact/hooks';
import { get } from '../data/server.js';
import { counted, duration } from '../text/format-time.js';
import { visible } from '../text/visible.js';
import { Bar } from './bar.js';
import { useLoaded } from './loaded.js';

interface Part {
  ids: string[];
  weights: number[];
  weightsBefore: (number | null)[];
  durations: (number | null)[];
  durationsBefore: (number | null)[];
}

interface Difference {
  id: string;
  duration: number | null;
  before: number | null;
}

type Kind = 'new failures' | 'still failing' | 'fixed' | 'slower' | 'added' | 'gone';
const KINDS: readonly Kind[] = ['new failures', 'still failing', 'fixed', 'slower', 'added', 'gone'];

/** Two runs: what has changed from the other one to this one. */
export function ComparePage({ run, other, signedOut }: { run: string; other: string; signedOut: () => void }) {
  const { value, error, reload } = useLoaded(`${run} ${other}`, () => differencesOf(run, other), signedOut);
  useEffect(() => {
    document.title = 'Two runs compared – Testpoint';
  }, []);
  return (
    <>
      <Bar />
      <main id="main" class="page runs" tabIndex={-1}>
        <h1>Two runs compared</h1>
        <p>
          <a href={`/runs/${encodeURIComponent(run)}`}>This run</a> with{' '}
          <a href={`/runs/${encodeURIComponent(other)}`}>the one before</a>
        </p>
        {error !== undefined && (
          <p class="notice" role="alert">
            {error.message}{' '}
            <button type="button" class="more" onClick={reload}>
              Try again
            </button>
          </p>
        )}
        {value !== undefined && KINDS.every((kind) => (value.get(kind) ?? []).length === 0) && (
          <p class="empty">Every test has the same verdict in both.</p>
        )}
        {value !== undefined && KINDS.map((kind) => <Differences key={kind} kind={kind} all={value.get(kind) ?? []} />)}
      </main>
    </>
  );
}

function Differences({ kind, all }: { kind: Kind; all: readonly Difference[] }) {
  if (all.length === 0) return null;
  const id = kind.replace(' ', '-');
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {kind} <span class="quiet">{counted(all.length, 'test')}</span>
      </h2>
      <ul class="differences">
        {all.slice(0, MOST).map((test) => (
          <li key={test.id} class="user">
            <a href={`/tests?id=${encodeURIComponent(test.id)}`}>{visible(test.id)}</a>
            {kind === 'slower' && (
              <span class="quiet">
                {' '}
                {duration(test.before ?? undefined)} → {duration(test.duration ?? undefined)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {all.length > MOST && <p class="quiet">and {counted(all.length - MOST, 'more test')}</p>}
    </section>
  );
}

async function differencesOf(run: string, other: string): Promise<Map<Kind, Difference[]>> {
  const path = `/viewer/runs/${encodeURIComponent(run)}/compare/${encodeURIComponent(other)}`;
  const { differences, missing } = (await get(path)) as { differences: Part[]; missing: Part[] };
  const found = new Map<Kind, Difference[]>(KINDS.map((kind) => [kind, []]));
  const add = (parts: readonly Part[], kindOf: (weight: number, before: number | null) => Kind | undefined) => {
    for (const part of parts) {
      for (const [index, id] of part.ids.entries()) {
        const kind = kindOf(part.weights[index] ?? 0, part.weightsBefore[index] ?? null);
        const [duration, before] = [part.durations[index] ?? null, part.durationsBefore[index] ?? null];
        if (kind !== undefined) found.get(kind)?.push({ id, duration, before });
      }
    }
  };
  add(differences, kindOf);
  add(missing, () => 'gone');
  return found;
}

function kindOf(weight: number, before: number | null): Kind {
  if (before === null) return FAILURES.includes(weight) ? 'new failures' : 'added';
  if (FAILURES.includes(weight)) return FAILURES.includes(before) ? 'still failing' : 'new failures';
  return FAILURES.includes(before) ? 'fixed' : 'slower';
}

/** Weights of failed and blocked results. */
const FAILURES = [3, 5];
/** Tests to list of each kind. */
const MOST = 1_000;
