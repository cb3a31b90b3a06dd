import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { type DiffLine, differences, writtenDifferences } from '../../text/differences.js';
import { counted } from '../../text/format-time.js';
import type { WrittenDifference } from '../../text/message.js';
import { TextButton } from '../text-button.js';
import { useShown } from '../use-shown.js';
import { LongText } from './long-text.js';

const SIGNS = { same: ' ', expected: '−', actual: '+', gap: '⋯' } as const;
const LINES_AT_FIRST = 400;

/** Expected and actual value, with the differences highlighted. */
export function Diff({ expected, actual }: { expected: string; actual: string }) {
  const lines = useMemo(() => differences(expected, actual), [expected, actual]);
  return (
    <Lines lines={lines}>
      <div class="sides">
        <LongText text={expected} label="Expected" />
        <LongText text={actual} label="Actual" />
      </div>
    </Lines>
  );
}

/** The difference that a framework wrote, which is all there is if it gives no values. */
export function WrittenDiff({ difference }: { difference: WrittenDifference }) {
  return <Lines lines={useMemo(() => writtenDifferences(difference), [difference])} />;
}

/** @param children shown if there is no comparison */
function Lines({ lines, children }: { lines: DiffLine[] | undefined; children?: ComponentChildren }) {
  const [shown, setShown] = useShown(LINES_AT_FIRST);
  return (
    <figure class="diff">
      <figcaption>
        <span class="expected">− Expected</span>
        <span class="actual">+ Actual</span>
      </figcaption>
      {lines === undefined ? (
        children
      ) : (
        <pre tabIndex={0} role="group" aria-label="Difference">
          {lines.slice(0, shown).map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </pre>
      )}
      {lines !== undefined && shown < lines.length && (
        <TextButton says={`Show ${counted(lines.length - shown, 'more line')}`} press={() => setShown(lines.length)} />
      )}
    </figure>
  );
}

function Line({ line: { kind, pieces, skipped } }: { line: DiffLine }) {
  return (
    <span class={`line ${kind}`}>
      <span class="side">{SIGNS[kind]}</span>
      <span class="user">
        {kind === 'gap'
          ? `${skipped} equal lines`
          : pieces.map(({ text, changed }, index) => (changed ? <mark key={index}>{text}</mark> : text))}
        {'\n'}
      </span>
    </span>
  );
}
