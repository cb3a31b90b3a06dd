import { TRACE_VIEWER } from '@testpoint/report/format';
import { useContext, useState } from 'preact/hooks';
import type { AttachmentModel } from '../../model/result-model.js';
import { traceCommand } from '../../model/trace-command.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import { attachmentContext } from './attachment-context.js';

/** Opens a Playwright trace in the user's installed trace viewer, or shows the command for that. */
export function Trace({ attachment: { file, contentType } }: { attachment: AttachmentModel }) {
  const context = useContext(attachmentContext);
  const [state, setState] = useState('');
  const { path } = file;
  if (path === undefined) return null;
  const address = context?.source.attachment(file, contentType).url;
  if (context?.hasTraceViewer && address !== undefined) {
    const trace = encodeURIComponent(new URL(address, location.href).href);
    return (
      <div class="opens">
        <a class="primary" href={`${TRACE_VIEWER}/index.html?trace=${trace}`} target="_blank" rel="noopener">
          <Icon name="play" />
          Open trace
        </a>
      </div>
    );
  }
  const open = context?.openTrace;
  if (open !== undefined) {
    const start = () => {
      setState('Opening …');
      open(path).then(
        () => setState('The trace viewer opens in a new tab.'),
        (error: unknown) => setState(error instanceof Error ? error.message : `${error}`),
      );
    };
    return (
      <div class="opens">
        <button type="button" class="primary" onClick={start}>
          <Icon name="play" />
          Open trace
        </button>
        <span role="status" class="user">
          {state}
        </span>
      </div>
    );
  }
  const command = traceCommand(path, location.href);
  return command === undefined ? (
    <p class="missing">Save the trace, then open it with: npx playwright show-trace</p>
  ) : (
    <div class="opens">
      <code class="user">{command}</code>
      <CopyButton label="Copy command" text={() => command} />
    </div>
  );
}
