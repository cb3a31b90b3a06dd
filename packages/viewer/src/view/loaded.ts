import { useEffect, useState } from 'preact/hooks';

export interface Loaded<Value> {
  /** That of the last success. */
  value: Value | undefined;
  /** Why the last try failed; undefined if it did not. */
  error: Error | undefined;
  /** Asks again. */
  reload: () => void;
}

/** Loads a value, again when `dependencies` change. What is there stays until the next one comes. */
export function useLoaded<Value>(load: () => Promise<Value>, dependencies: readonly unknown[] = []): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [error, setError] = useState<Error>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (next) => {
        if (!isWanted) return;
        setValue(() => next);
        setError(undefined);
      },
      (reason: Error) => isWanted && setError(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [...dependencies, turn]);
  return { value, error, reload: () => setTurn((before) => before + 1) };
}
