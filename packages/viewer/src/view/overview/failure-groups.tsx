import type { FailureGroup, RunData } from '@testpoint/report/format';
import { useEffect } from 'preact/hooks';
import { listAddress } from '../../model/app-state.js';
import { canRerunFailed, rerunOfFailed } from '../../model/list-export.js';
import { amount, count, counted, day } from '../../text/format-time.js';
import { CopyButton } from '../copy-button.js';
import { ownShell } from '../own-shell.js';
import { ResultLine } from '../result-line.js';
import { TextButton } from '../text-button.js';
import { useReport } from '../use-report.js';
import { useShown } from '../use-shown.js';

const GROUPS_AT_FIRST = 12;
const TESTS_AT_FIRST = 3;
const PLACES_AT_FIRST = 3;

/** Failures grouped by cause. */
export function FailureGroups() {
  const { data } = useReport();
  const { failureGroups } = data.run;
  const [shown, setShown] = useShown(GROUPS_AT_FIRST);
  if (failureGroups.length === 0) return null;
  return (
    <section class="groups" aria-labelledby="failures">
      <div class="wrap">
        <h2 id="failures">
          Failures <span class="quiet">in {counted(failureGroups.length, 'group')}</span>
        </h2>
        {failureGroups.length > 1 && <RerunButton rows={failureGroups.flatMap(({ rows }) => rows)} />}
      </div>
      {data.source.pageOfTest !== undefined && (
        <p class="quiet">
          Grouped by message alone. A report also compares the line that throws if a message only names an assertion.
        </p>
      )}
      <ol>
        {failureGroups.slice(0, shown).map((group) => (
          <Group key={group.key} group={group} />
        ))}
      </ol>
      {shown < failureGroups.length && (
        <TextButton
          says={`Show ${Math.min(50, failureGroups.length - shown)} more`}
          press={() => setShown(shown + 50)}
        />
      )}
    </section>
  );
}

/** In which run the group was first seen; empty without a history. */
function sinceOf({ history }: RunData, { since }: FailureGroup): string {
  if (since === undefined) return (history?.runs.length ?? 0) > 0 ? 'new in this run' : '';
  return `since ${day(since.startedAt)}${since.commit === undefined ? '' : `, commit ${since.commit.slice(0, 10)}`}`;
}

function placesOf({ places }: FailureGroup): string {
  const more = places.length - PLACES_AT_FIRST;
  return `${places.slice(0, PLACES_AT_FIRST).join(', ')}${more > 0 ? ` and ${counted(more, 'other place')}` : ''}`;
}

/** Copies one command that runs these failed tests again. */
function RerunButton({ rows }: { rows: readonly number[] }) {
  const { data } = useReport();
  const failed = Int32Array.from(rows);
  data.loaded.value;
  if (!data.isWhole || !canRerunFailed(failed, data)) return null;
  const command = () => rerunOfFailed(failed, data, ownShell()).join('\n');
  return <CopyButton label="Copy command to run again" class="clear" text={command} />;
}

function Group({ group }: { group: FailureGroup }) {
  const { data } = useReport();
  const filter = { group: group.key };
  // The addresses of its tests are known when their rows are loaded.
  data.loaded.value;
  const [shown] = useShown(TESTS_AT_FIRST);
  const first = group.rows.slice(0, shown);
  useEffect(() => {
    for (const row of first) void data.loadRow(row);
  }, [data, group, shown]);
  return (
    <li class="card group">
      <a class="says" href={listAddress(filter)}>
        <span class="fills user">
          <code>{group.message || '(no message)'}</code>
          {group.places.length > 0 && <code class="place">{placesOf(group)}</code>}
          {sinceOf(data.run, group) !== '' && <span class="quiet">{sinceOf(data.run, group)}</span>}
        </span>
        <span class="number">{amount(group.tests ?? group.count, group.count)}</span>
      </a>
      <ul>
        {first.map((row) => (
          <li key={row}>
            <ResultLine row={row} href={listAddress(filter, 'tree', data.testOf(row))} />
          </li>
        ))}
      </ul>
      <RerunButton rows={group.rows} />
      {group.count > first.length && (
        <a class="rest" href={listAddress(filter)}>
          {count(group.count - first.length)} more
        </a>
      )}
    </li>
  );
}
