import { runsOf, startOf, tookOf } from '../data/server-runs.js';
import { count, counted, duration, moment } from '../text/format-time.js';
import { useAnswer } from './page.js';
import { lookOf } from './run-counts.js';
import { Strokes } from './strokes.js';

/** The last runs of one plan, oldest first: outcome by color and word, duration by height. */
export function Trend({ plan, version }: { plan: string; version: string }) {
  const { value } = useAnswer(() => runsOf({ project: '', plan, status: '' }, undefined, RUNS), [version]);
  const runs = (value?.runs ?? []).toReversed();
  if (runs.length < 2) return null;
  const strokes = runs.map((run) => {
    const time = tookOf(run);
    const { Failed, Passed } = run.testPoints;
    const words = `${moment(startOf(run))}: ${run.status.toLowerCase()}, ${counted(Failed, 'test point')} failed, ${count(Passed)} passed, ${duration(time)}`;
    return { href: `/runs/${run.id}`, look: lookOf(run), duration: time ?? 0, words };
  });
  return <Strokes label={`The last ${runs.length} runs of this plan, oldest first`} strokes={strokes} />;
}

const RUNS = 50;
