import { type EventFeed, EventPoll, type ServerEvent } from './event-feeds.js';
import { SharedStream } from './tabs.js';

/** What a page does about the server's events. */
export interface Listeners {
  /** A run has changed, or was deleted. */
  run(id: string, version: number): void;
  /** Runs were added. */
  runs(): void;
  /** Whether the server can be reached. Called when that changes. */
  connection(isUp: boolean): void;
}

/**
 * Listens to the server while this page is visible. A page that becomes visible again gets the state of now. Returns a function that
 * ends this.
 */
export function listenTo(runs: readonly string[], listeners: Listeners): () => void {
  let feed: EventFeed | undefined;
  let isUp = true;
  const hear = (event: ServerEvent) => {
    if (event.kind === 'run') listeners.run(event.id, event.version);
    else if (event.kind === 'runs') listeners.runs();
    else if (event.isUp !== isUp) {
      isUp = event.isUp;
      listeners.connection(isUp);
    }
  };
  const follow = () => {
    feed?.close();
    feed = undefined;
    if (document.hidden) return;
    // Over plain http beyond loopback, browsers have no locks.
    feed = 'locks' in navigator ? new SharedStream(hear) : new EventPoll(hear);
    feed.watch(runs);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', stop);
  function stop(): void {
    feed?.close();
    feed = undefined;
  }
  return () => {
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('pagehide', stop);
    stop();
  };
}
