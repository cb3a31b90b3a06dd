import { useLayoutEffect } from 'preact/hooks';

/** What keys do, by the names that events have for them. */
export type Keys = Readonly<Record<string, () => void>>;

/** Does what the key of an event does, unless it is for the browser. */
export function press(event: KeyboardEvent, keys: Keys): void {
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (action === undefined) return;
  action();
  event.preventDefault();
}

/** Keys that work anywhere in the page, as soon as it is visible. @param isOff whether an event is for something else */
export function useKeys(keys: Keys, isOff: (event: KeyboardEvent) => boolean, dependencies: readonly unknown[]): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isOff(event)) press(event, keys);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, dependencies);
}
