/** How busy a database is. */
export interface Load {
  /** Operations that wait for it. */
  waiting: number;
  /** Where there are several. */
  connections?: { inUse: number; idle: number };
}

/** What an operation waits for before it begins: a free connection, others that change the same run, or the only thread. */
type WaitsFor = 'connection' | 'run' | 'thread';

/** Is told how long an operation has waited, seconds. */
export type OnWait = (seconds: number, waitsFor: WaitsFor) => void;
