import { useEffect, useState } from 'preact/hooks';
import { SignInNeeded } from '../data/server.js';

export interface Loaded<Value> {
  value: Value | undefined;
  /** Why the last try failed; undefined if it did not. `value` is still that of the last success. */
  error: Error | undefined;
  /** Asks again. */
  reload: () => void;
}

/** Loads a value, again when `key` changes. Calls `signedOut` if the server wants to know who asks. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>, signedOut: () => void): Loaded<Value> {
  const [state, setState] = useState<{ key: string; value?: Value; error?: Error }>({ key });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (value) => isWanted && setState({ key, value }),
      (error: Error) => {
        if (!isWanted) return;
        if (error instanceof SignInNeeded) signedOut();
        setState((before) => (before.key === key ? { ...before, error } : { key, error }));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [key, turn]);
  const { value, error } = state.key === key ? state : { value: undefined, error: undefined };
  return { value, error, reload: () => setTurn((before) => before + 1) };
}
