import type { ComponentChildren } from 'preact';
import { lookOf } from '../model/outcome.js';
import { duration } from '../text/format-time.js';
import { EnvironmentTag } from './environment-tag.js';
import { OutcomeIcon } from './icons.js';
import { useReport } from './use-report.js';

/** One result on one line, as a link. */
export function ResultLine(props: { row: number; href: string; children?: ComponentChildren }) {
  const { data } = useReport();
  const { row, href, children } = props;
  const { table, run } = data;
  data.loaded.value;
  if (!table.has(row)) return <span class="line loading">…</span>;
  const project = run.projects[table.projects[row] ?? -1];
  const environment = run.environments[table.environments[row] ?? -1];
  const suites = run.suites[table.suites[row] ?? 0] ?? [];
  return (
    <a class="line" href={href}>
      <OutcomeIcon look={lookOf(table.outcomes[row], table.repeats[row])} />
      <span class="name user">
        <span class="title">{table.name(row)}</span>{' '}
        <span class="where">{[run.files[table.files[row] ?? 0] ?? '', ...suites].join(' › ')}</span>
      </span>
      {project !== undefined && <span class="tag user">{project}</span>}
      <EnvironmentTag name={environment} />
      {children ?? <span class="time">{duration(table.durations[row])}</span>}
    </a>
  );
}
