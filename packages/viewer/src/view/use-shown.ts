import { useState } from 'preact/hooks';
import { isPrinting } from '../model/printing.js';

/** How many entries of a long list to show: more on request, and all of them on paper. */
export function useShown(atFirst: number): [shown: number, show: (shown: number) => void] {
  const [shown, show] = useState(atFirst);
  return [isPrinting.value ? Number.POSITIVE_INFINITY : shown, show];
}
