import { apply } from '@testpoint/core/built-ins';

/** Adds and removes listeners of the process with methods captured at load, because in serial mode a test may stub them. */
const { on, removeListener: off, listeners } = process;
const host = process;

export function addListener(event: string, listener: (error: unknown) => void): void {
  apply(on, host, [event, listener]);
}

export function removeListener(event: string, listener: (error: unknown) => void): void {
  apply(off, host, [event, listener]);
}

export function listenersOf(event: string): unknown[] {
  return apply(listeners, host, [event]);
}
