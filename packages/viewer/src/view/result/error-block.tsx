import type { ErrorView } from '@testpoint/report/format';
import type { ComponentChildren } from 'preact';
import { messageParts, withoutValues } from '../../text/message.js';
import { type Cause, partsOf, withoutMessage } from '../../text/stack.js';
import { CopyButton } from '../copy-button.js';
import { CodeFrame } from './code-frame.js';
import { Diff, WrittenDiff } from './diff.js';
import { LongText } from './long-text.js';

interface Props {
  error: ErrorView;
  number: number | undefined;
  /** What shows how the page looked. */
  children?: ComponentChildren;
}

/** One error: message, difference, pictures, causes, source and stack trace. */
export function ErrorBlock({ error, number, children }: Props) {
  const { message, stack, expected, actual, codeFrame = '', frameColors, location } = error;
  const { trace, causes } = partsOf(stack === undefined ? '' : withoutMessage(stack, message), codeFrame);
  const { text, difference } = messageParts(message);
  const hasValues = expected !== undefined && actual !== undefined;
  const said = hasValues ? withoutValues(text, expected, actual) : text;
  return (
    <section class="error card" aria-label={number === undefined ? 'Error' : `Error ${number}`}>
      <header>
        <h2>{number === undefined ? 'Error' : `Error ${number}`}</h2>
        {location !== undefined && (
          <code class="place fills user">
            {location.file}:{location.line}
            {location.column !== undefined && `:${location.column}`}
          </code>
        )}
        <CopyButton
          label="Copy error"
          text={() => [message, stack === undefined ? '' : withoutMessage(stack, message)].filter(Boolean).join('\n\n')}
          class="copy quiet"
        />
      </header>
      <div class="says">
        <LongText text={said || text || '(no message)'} label="Message" />
      </div>
      {hasValues ? <Diff expected={expected} actual={actual} /> : difference && <WrittenDiff difference={difference} />}
      {children}
      {causes.map((cause, index) => (
        <CauseBlock key={index} cause={cause} />
      ))}
      {codeFrame !== '' && <CodeFrame text={codeFrame} colors={frameColors} />}
      {trace.trim() !== '' && (
        <details class="trace">
          <summary>Stack trace</summary>
          <LongText text={trace} label="Stack trace" />
        </details>
      )}
    </section>
  );
}

function CauseBlock({ cause: { message, trace } }: { cause: Cause }) {
  return (
    <div class="cause">
      <h3>Caused by</h3>
      <LongText text={message || '(no message)'} label="Message of the cause" />
      {trace !== '' && (
        <details class="trace">
          <summary>Its stack trace</summary>
          <LongText text={trace} label="Stack trace of the cause" />
        </details>
      )}
    </div>
  );
}
