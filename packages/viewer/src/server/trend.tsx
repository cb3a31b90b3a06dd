import { runsOf } from '../data/server-runs.js';
import { duration, moment } from '../text/format-time.js';
import { useLoaded } from './loaded.js';
import { lookOf } from './run-counts.js';
import { Strokes } from './strokes.js';

/** The last runs of one plan, oldest first: outcome by color and word, duration by height. */
export function Trend({ plan, version, signedOut }: { plan: string; version: string; signedOut: () => void }) {
  const filter = { project: '', plan, status: '' };
  const { value } = useLoaded(`${plan} ${version}`, () => runsOf(filter, undefined, RUNS), signedOut);
  const runs = (value?.runs ?? []).toReversed();
  if (runs.length < 2) return null;
  const strokes = runs.map((run) => {
    const time = run.began === null || run.ended === null ? undefined : run.ended - run.began;
    const { Failed, Passed } = run.testPoints;
    const started = moment(run.began ?? Date.parse(run.createdOn));
    const words = `${started}: ${run.status.toLowerCase()}, ${Failed} failed, ${Passed} passed, ${duration(time)}`;
    return { href: `/runs/${run.id}`, look: lookOf(run), duration: time ?? 0, words };
  });
  return <Strokes label={`The last ${runs.length} runs of this plan, oldest first`} strokes={strokes} />;
}

const RUNS = 50;
