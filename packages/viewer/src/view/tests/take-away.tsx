import { canRerunFailed, csvOfRows, rerunOfFailed } from '../../model/list-export.js';
import { CopyButton } from '../copy-button.js';
import { ownShell } from '../own-shell.js';
import { TextButton } from '../text-button.js';
import { useReport } from '../use-report.js';

/** What can be done with the shown tests elsewhere: a table, and commands that run the failed ones again. */
export function TakeAway() {
  const { data, view } = useReport();
  const rows = view.matched.value;
  if (rows.length === 0) return null;
  const commands = () => rerunOfFailed(rows, data, ownShell()).join('\n');
  return (
    <span class="take-away wrap">
      <TextButton class="clear" says="Save as CSV" press={() => save('tests.csv', csvOfRows(rows, data))} />
      {canRerunFailed(rows, data) && <CopyButton label="Copy command for failed" class="clear" text={commands} />}
    </span>
  );
}

function save(name: string, text: string): void {
  const link = document.createElement('a');
  // Spreadsheets expect a byte order mark.
  link.href = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
