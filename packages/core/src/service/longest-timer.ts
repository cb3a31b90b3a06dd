/** Timers can be set for no longer, milliseconds: beyond it they go off at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
