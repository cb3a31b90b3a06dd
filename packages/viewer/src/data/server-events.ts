import { isObject } from './shapes.js';

interface RunChange {
  id: string;
  results: number;
  version: number;
}

/** What a page does about the server's events. */
export interface Listeners {
  run(change: RunChange): void;
  /** Runs were added. */
  runs(): void;
}

/**
 * Listens to the server while this page is visible: browsers allow only six connections to a host, for all tabs together. A page
 * that becomes visible again gets the state of now. Returns a function that ends this.
 */
export function listenTo(runs: readonly string[], listeners: Listeners): () => void {
  let stream: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    stream?.close();
    stream = undefined;
    clearTimeout(again);
    if (document.hidden) return;
    const own = new EventSource(`/viewer/events${runs.length === 0 ? '' : `?runs=${runs.join(',')}`}`);
    stream = own;
    own.addEventListener('run', ({ data }) => {
      const change: unknown = JSON.parse(data);
      if (isObject(change)) listeners.run(change as unknown as RunChange);
    });
    own.addEventListener('runs', () => listeners.runs());
    own.addEventListener('error', () => {
      // A refused connection is never tried again by the browser itself.
      if (own.readyState === EventSource.CLOSED && stream === own) again = setTimeout(open, PAUSE);
    });
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    clearTimeout(again);
    stream?.close();
  };
}

/** Milliseconds. */
const PAUSE = 5_000;
