/** Longest delay of a timer, milliseconds; with a longer one it fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
