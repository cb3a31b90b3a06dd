import { signal } from '@preact/signals';
import { toneOf } from '@testpoint/report/browser';
import type { RunData } from '@testpoint/report/format';
import { runsOf } from '../data/server-runs.js';
import { isUnderWay } from './run-counts.js';

const KEY = 'testpoint-follows';
/** The newest run that this tab knows of. */
const SEEN = 'testpoint-newest';
/** Whether this tab shows each new run: at first, the one that `testpoint serve` has opened. */
const isFollowing = signal(sessionStorage.getItem(KEY) !== null);

export function setFollowing(follows: boolean): void {
  isFollowing.value = follows;
  if (follows) sessionStorage.setItem(KEY, 'yes');
  else sessionStorage.removeItem(KEY);
}

/** Goes to the newest run if it is new to this tab, which shows another page. @param shown id of the run that it shows */
export async function followNewest(shown?: string): Promise<void> {
  if (!isFollowing.peek()) return;
  const [newest] = (await runsOf({ project: '', plan: '', status: '' }, undefined, 1)).runs;
  const seen = sessionStorage.getItem(SEEN);
  sessionStorage.setItem(SEEN, newest?.id ?? '');
  if (newest === undefined || newest.id === shown) return;
  // A quick run may be over by now.
  if (seen === null ? isUnderWay(newest) : seen !== newest.id) location.assign(`/runs/${newest.id}`);
}

/** Lets the user leave a run to itself. */
export function FollowButton() {
  const follows = isFollowing.value;
  return (
    <button type="button" class="clear" aria-pressed={follows} onClick={() => setFollowing(!follows)}>
      {follows ? 'Follows new runs' : 'Follow new runs'}
    </button>
  );
}

const COLORS = { running: '#2b4fd0', failed: '#c4223a', blocked: '#8a5300', passed: '#157a46' } as const;

/** Shows in the browser's tab how a run is. */
export function colorTab(run: RunData, isRunning: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const tone = toneOf(run);
  const color = COLORS[isRunning && tone !== 'failed' ? 'running' : tone];
  const ring = isRunning ? '<circle cx="12" cy="12" r="4" fill="#fff"/>' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="${color}"/>${ring}</svg>`;
  if (icon !== null) icon.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
