import { type Look, lookWord } from '../model/outcome.js';

const OUTCOME_SHAPES: Record<Look, string> = {
  passed: 'M4.7 8.3l2.2 2.2 4.4-4.7',
  failed: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  blocked: 'M5 8h6',
  skipped: 'M6.3 5.4L9.2 8l-2.9 2.6',
  known: 'M5 6.4h6M5 9.6h6',
  flaky: 'M4.4 9.6l2.4-3.4 2.4 3.6 2.4-3.4',
  none: '',
};

/** The outcome's icon. Each has its own shape, so that you can recognize it without its color. */
export function OutcomeIcon({ look, isNamed = true }: { look: Look; isNamed?: boolean }) {
  return (
    <svg
      class={`sign ${look}`}
      viewBox="0 0 16 16"
      {...(isNamed ? { role: 'img', 'aria-label': lookWord(look) } : { 'aria-hidden': true })}
    >
      <circle cx="8" cy="8" r="7" />
      <path d={OUTCOME_SHAPES[look]} />
    </svg>
  );
}

const SHAPES = {
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4L14 14',
  fold: 'M6 4l4 4-4 4',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'M3 8.5l3.2 3.2L13 4.6',
  clock: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 4.6V8l2.4 1.6',
  branch: 'M4.5 2v12M4.5 10c5 0 7-1 7-4.5M11.5 5.5a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2',
  alert: 'M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.6v.1',
  link: 'M6.5 3.5h-4v10h10v-4M9 2.5h4.5V7M13 3L7.5 8.5',
  close: 'M4 4l8 8M12 4l-8 8',
  back: 'M10 3.5L5.5 8l4.5 4.5',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8L13 13M3 13l1.2-1.2M11.8 4.2L13 3',
  moon: 'M13.2 9.6A5.8 5.8 0 0 1 6.4 2.8a5.8 5.8 0 1 0 6.8 6.8z',
  system: 'M1.8 3h12.4v8.4H1.8zM5.5 14h5',
  file: 'M4 1.8h5l3 3v9.4H4zM9 1.8v3h3',
  play: 'M5 3.2l7.5 4.8L5 12.8z',
  picture: 'M2 3h12v10H2zM2.5 11.5l3.5-4 3 3 2-2 3 3M10.5 5.8v.1',
  trace: 'M1.5 9h3l2-6 3 10.5 2-6.5 1 2h2',
  down: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 14h11',
} as const;

/** @param says its meaning, if no words beside it have that */
export function Icon({ name, says }: { name: keyof typeof SHAPES; says?: string }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      {...(says === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': says })}
    >
      {says !== undefined && <title>{says}</title>}
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** A test point: the pad on a circuit board where you place a probe. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="3.2" />
    </svg>
  );
}
