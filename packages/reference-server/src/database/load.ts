/** How busy a database is. */
export interface Load {
  /** Number of operations that wait for it. */
  waiting: number;
  /** Missing if there is only one. */
  connections?: { inUse: number; idle: number };
}

/** What an operation waits for before it begins: a free connection, other changes to the same run, or the only thread. */
type WaitsFor = 'connection' | 'run' | 'thread';

/** Called with the time that an operation has waited, seconds. */
export type OnWait = (seconds: number, waitsFor: WaitsFor) => void;

/** What a store says about itself. */
export interface StoreEvents {
  onWait?: OnWait | undefined;
  /** Called with a sentence from time to time while the tables are upgraded. */
  onProgress?: ((sentence: string) => void) | undefined;
}
