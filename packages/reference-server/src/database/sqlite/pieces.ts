/** Work in pieces: at each `yield`, other clients get their turn. */
export type InPieces<Result> = Generator<void, Result, void>;

/** How many test points to write at once; few enough that other clients notice no delay. */
export const PIECE = 500;
