import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isPrinting } from '../../model/printing.js';
import { count, counted } from '../../text/format-time.js';
import { Marked } from '../marked.js';
import { TextButton } from '../text-button.js';
import { useShown } from '../use-shown.js';

/** How many characters to show at first, and to add with each click. A message can have megabytes. */
const AT_FIRST = 20_000;
const STEP = 500_000;

/** Shows a text unchanged, a long one in parts. One that is too high fades at its end, and can be shown in full. */
export function LongText({ text, label }: { text: string; label: string }) {
  const [shown, setShown] = useShown(AT_FIRST);
  const [isWanted, setWhole] = useState(false);
  const isWhole = isWanted || isPrinting.value;
  const [hides, setHides] = useState({ lines: false, end: false });
  const frame = useRef<HTMLPreElement>(null);
  const rest = text.length - shown;
  const look = () => {
    const { scrollHeight, clientHeight, scrollTop } = frame.current ?? {
      scrollHeight: 0,
      clientHeight: 0,
      scrollTop: 0,
    };
    const lines = scrollHeight > clientHeight + 1;
    setHides({ lines, end: lines && scrollTop + clientHeight < scrollHeight - 1 });
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    if (frame.current !== null) observer.observe(frame.current);
    look();
    return () => observer.disconnect();
  }, [text, shown, isWhole]);
  return (
    <>
      <pre
        ref={frame}
        class={`user ${hides.end ? 'fades' : ''} ${isWhole ? 'whole' : ''}`}
        tabIndex={0}
        role="group"
        aria-label={label}
        onScroll={look}
      >
        <Marked text={rest > 0 ? text.slice(0, shown) : text} />
      </pre>
      {hides.lines && <TextButton says="Show in full" press={() => setWhole(true)} />}
      {rest > 0 && (
        <TextButton
          says={`Show ${rest > STEP ? `${count(STEP)} of ` : ''}${counted(rest, 'more character')}`}
          press={() => setShown(shown + STEP)}
        />
      )}
    </>
  );
}
