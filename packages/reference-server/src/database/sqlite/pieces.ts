/** Work in pieces: at each `yield`, other clients get their turn. */
export type InPieces<Result> = Generator<void, Result, void>;

/** How many rows to write at once; few enough that other clients notice no delay. */
export const PIECE = 2000;
/** A smaller piece, after which work ends early if a call is waiting. Test points have more rows in more indexes than results. */
export const SMALL_PIECE = 500;
