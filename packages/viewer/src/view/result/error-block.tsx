import type { ErrorView } from '@testpoint/report/format';
import { withoutMessage } from '../../text/stack.js';
import { CopyButton } from '../copy-button.js';
import { CodeFrame } from './code-frame.js';
import { Diff } from './diff.js';
import { LongText } from './long-text.js';

/** One error: message, difference, source and stack trace. */
export function ErrorBlock({ error, number }: { error: ErrorView; number: number | undefined }) {
  const { message, stack, expected, actual, codeFrame, location } = error;
  const trace = stack === undefined ? '' : withoutMessage(stack, message);
  return (
    <section class="error card" aria-label={number === undefined ? 'Error' : `Error ${number}`}>
      <header>
        <h2>{number === undefined ? 'Error' : `Error ${number}`}</h2>
        {location !== undefined && (
          <code class="place user">
            {location.file}:{location.line}
            {location.column !== undefined && `:${location.column}`}
          </code>
        )}
        <CopyButton
          label="Copy error"
          text={() => [message, trace].filter((part) => part !== '').join('\n\n')}
          class="copy quiet"
        />
      </header>
      <div class="says">
        <LongText text={message || '(no message)'} label="Message" />
      </div>
      {expected !== undefined && actual !== undefined && <Diff expected={expected} actual={actual} />}
      {codeFrame !== undefined && codeFrame !== '' && <CodeFrame text={codeFrame} />}
      {trace !== '' && (
        <details class="trace">
          <summary>Stack trace</summary>
          <LongText text={trace} label="Stack trace" />
        </details>
      )}
    </section>
  );
}
