import type { FailureGroup, RunData } from '@testpoint/report/format';
import { useEffect, useState } from 'preact/hooks';
import { listAddress } from '../../model/app-state.js';
import { counted, day } from '../../text/format-time.js';
import { ResultLine } from '../result-line.js';
import { TextButton } from '../text-button.js';
import { useReport } from '../use-report.js';

const GROUPS_AT_FIRST = 12;
const TESTS_AT_FIRST = 3;

/** Failures grouped by place and message. Messages that differ only in values, numbers, ids or paths are in one group. */
export function FailureGroups() {
  const { data } = useReport();
  const { failureGroups } = data.run;
  const [shown, setShown] = useState(GROUPS_AT_FIRST);
  if (failureGroups.length === 0) return null;
  return (
    <section class="groups" aria-labelledby="failures">
      <h2 id="failures">
        Failures <span class="quiet">in {counted(failureGroups.length, 'group')}</span>
      </h2>
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

function Group({ group }: { group: FailureGroup }) {
  const { data } = useReport();
  const filter = { group: group.key };
  // The addresses of its tests are known when their rows are loaded.
  data.loaded.value;
  const first = group.rows.slice(0, TESTS_AT_FIRST);
  useEffect(() => {
    for (const row of first) void data.loadRow(row);
  }, [data, group]);
  return (
    <li class="card group">
      <a class="says" href={listAddress(filter)}>
        <span class="fills user">
          <code>{group.message || '(no message)'}</code>
          {group.place && <code class="place">{group.place}</code>}
          {sinceOf(data.run, group) !== '' && <span class="quiet">{sinceOf(data.run, group)}</span>}
        </span>
        <span class="number">{counted(group.count, 'test')}</span>
      </a>
      <ul>
        {first.map((row) => (
          <li key={row}>
            <ResultLine row={row} href={listAddress(filter, 'tree', data.testOf(row))} />
          </li>
        ))}
      </ul>
      {group.count > first.length && (
        <a class="rest" href={listAddress(filter)}>
          {counted(group.count - first.length, 'more test')}
        </a>
      )}
    </li>
  );
}
