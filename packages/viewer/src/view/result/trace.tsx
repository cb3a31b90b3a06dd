import { TRACE_VIEWER } from '@testpoint/report/format';
import type { AttachmentModel } from '../../model/result-model.js';
import { SHOW_TRACE, traceCommand } from '../../model/trace-command.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import { useReport } from '../use-report.js';

/** Opens a Playwright trace in the trace viewer beside the report, or shows the command for that. */
export function Trace({ attachment: { file, contentType } }: { attachment: AttachmentModel }) {
  const { source, run } = useReport().data;
  const { path } = file;
  if (path === undefined) return null;
  const { url } = source.attachment(file, contentType);
  if (run.hasTraceViewer === true && location.protocol.startsWith('http') && url !== undefined) {
    const trace = encodeURIComponent(new URL(url, location.href).href);
    return (
      <div class="opens row wrap">
        <a class="primary" href={`${TRACE_VIEWER}/index.html?trace=${trace}`} target="_blank" rel="noopener">
          <Icon name="play" />
          Open trace
        </a>
      </div>
    );
  }
  const command = traceCommand(path, location.href);
  return command === undefined ? (
    <p class="missing">Save the trace, then open it with: {SHOW_TRACE.join(' ')}</p>
  ) : (
    <div class="opens row wrap">
      <code class="user">{command}</code>
      <CopyButton label="Copy command" text={() => command} />
    </div>
  );
}
