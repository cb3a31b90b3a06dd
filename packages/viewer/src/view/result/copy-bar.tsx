import { rerunCommand, type Shell } from '@testpoint/report/browser';
import { useState } from 'preact/hooks';
import { listAddress } from '../../model/app-state.js';
import { markdownOf } from '../../model/markdown.js';
import type { ResultModel } from '../../model/result-model.js';
import { visible } from '../../text/visible.js';
import { CopyButton } from '../copy-button.js';
import { ownShell, ShellChoice } from '../own-shell.js';
import { useReport } from '../use-report.js';

/** Buttons to copy the command that reruns the test, a summary of the result, and its address. */
export function CopyBar({ result, row }: { result: ResultModel; row: number }) {
  const { data } = useReport();
  const [shell, setShell] = useState<Shell>(ownShell());
  const command = rerunCommand(result.target, shell);
  const page = data.source.pageOfTest?.(result.id);
  return (
    <div class="copies row wrap">
      {command !== undefined && (
        <div class="rerun row">
          <code class="user fills" title={visible(command)}>
            {visible(command)}
          </code>
          <ShellChoice shell={shell} choose={setShell} />
          <CopyButton label="Copy rerun" text={() => command} />
        </div>
      )}
      <CopyButton label="Copy as Markdown" text={() => markdownOf(result, data.run)} />
      {page !== undefined && <a href={page}>All its runs</a>}
      <CopyButton
        label="Copy link"
        text={() => `${location.href.split('#', 1)[0]}${listAddress({}, 'tree', data.testOf(row))}`}
      />
    </div>
  );
}
