// Messages: In results

/** A hook took longer than its timeout, and Jest has no error for it. @fact */
export const hookTimedOut = 'The hook did not end in time.';
