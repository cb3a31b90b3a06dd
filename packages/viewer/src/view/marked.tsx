import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fold } from '../data/text-column.js';

/** What the user searches for, folded; marked wherever a result shows it. */
export const marks = createContext<readonly string[]>([]);

/** Longer texts are not marked. */
const LONGEST = 50_000;

/** A text in which every search term is marked. */
export function Marked({ text }: { text: string }) {
  const terms = useContext(marks);
  const folded = terms.length === 0 || text.length > LONGEST ? '' : fold(text);
  if (folded.length !== text.length || !terms.some((term) => folded.includes(term))) return <>{text}</>;
  const pieces: ComponentChildren[] = [];
  let shown = 0;
  while (shown < text.length) {
    const next = nextOf(folded, terms, shown);
    if (next === undefined) break;
    pieces.push(text.slice(shown, next.at), <mark key={next.at}>{text.slice(next.at, next.at + next.length)}</mark>);
    shown = next.at + next.length;
  }
  return (
    <>
      {pieces}
      {text.slice(shown)}
    </>
  );
}

function nextOf(folded: string, terms: readonly string[], from: number): { at: number; length: number } | undefined {
  let next: { at: number; length: number } | undefined;
  for (const term of terms) {
    const at = folded.indexOf(term, from);
    if (at >= 0 && (next === undefined || at < next.at)) next = { at, length: term.length };
  }
  return next;
}
