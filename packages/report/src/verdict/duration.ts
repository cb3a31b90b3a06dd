const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * What "0 seconds" stands for where a time is known in whole seconds only, milliseconds. Not 0, which is exact. Added to other
 * times, it changes none of them, and databases and 32 bits can hold it.
 */
export const UNDER_A_SECOND = 1e-18;
/** No sum of such times is as long, and no clock measures less. */
const LEAST = 1e-9;

/** `4 ms`, `< 1 s`, `1.2 s`, `3 s`, `2 min 05 s`, `1 h 02 min`. @param milliseconds undefined or negative if unknown */
export function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined || milliseconds < 0 || !Number.isFinite(milliseconds)) return 'unknown';
  if (isUnderASecond(milliseconds)) return '< 1 s';
  // Rounded, 999.5 ms would be 1000 ms, and 9.95 s would be 10.0 s.
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9_950 && milliseconds % SECOND !== 0) return `${(milliseconds / SECOND).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / SECOND);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${padded(seconds % 60)} s`;
  const minutes = Math.round(milliseconds / MINUTE);
  return `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} min`;
}

export function isUnderASecond(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds < LEAST;
}

function padded(value: number): string {
  return `${value}`.padStart(2, '0');
}
