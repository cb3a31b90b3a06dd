import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Look } from '../model/outcome.js';

/** A run in the picture of several. */
export interface Stroke {
  href: string;
  look: Look;
  /** Milliseconds. */
  duration: number;
  words: string;
}

/** Runs side by side, oldest first: outcome by color and word, duration by height. */
export function Strokes({ label, strokes }: { label: string; strokes: readonly Stroke[] }) {
  const longest = Math.max(1, ...strokes.map(({ duration }) => duration));
  const frame = useRef<HTMLElement>(null);
  // Where there is no room for all of them, the newest are in view.
  useLayoutEffect(() => frame.current?.scrollTo({ left: frame.current.scrollWidth }), [strokes.length]);
  return (
    <section ref={frame} class="trend" aria-label={label}>
      {strokes.map(({ href, look, duration, words }, index) => {
        const height = LOWEST + Math.round(((HEIGHT - LOWEST) * duration) / longest);
        return (
          <a key={index} href={href}>
            <svg viewBox={`0 0 10 ${HEIGHT}`} class={look} role="img" aria-label={words}>
              <title>{words}</title>
              <rect x="1" y={HEIGHT - height} width="8" height={height} rx="1.5" />
            </svg>
          </a>
        );
      })}
    </section>
  );
}

const HEIGHT = 60;
const LOWEST = 12;
