import { useState } from 'preact/hooks';
import { count, counted } from '../../text/format-time.js';

/** How many characters to show at first, and to add with each click. A message can have megabytes. */
const AT_FIRST = 20_000;
const STEP = 500_000;

/** Shows a text unchanged, a long one in parts. */
export function LongText({ text, label }: { text: string; label: string }) {
  const [shown, setShown] = useState(AT_FIRST);
  const rest = text.length - shown;
  return (
    <>
      <pre class="user" tabIndex={0} role="group" aria-label={label}>
        {rest > 0 ? text.slice(0, shown) : text}
      </pre>
      {rest > 0 && (
        <button type="button" class="more" onClick={() => setShown(shown + STEP)}>
          Show {rest > STEP && `${count(STEP)} of `}
          {counted(rest, 'more character')}
        </button>
      )}
    </>
  );
}
