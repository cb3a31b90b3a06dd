import type { ComponentChildren } from 'preact';
import { duration } from '../text/format-time.js';
import { EnvironmentTag } from './environment-tag.js';
import { OutcomeIcon } from './icons.js';
import { Path } from './path.js';
import { useReport } from './use-report.js';

/** One result on one line, as a link. */
export function ResultLine({ row, href, children }: { row: number; href: string; children?: ComponentChildren }) {
  const { data } = useReport();
  const { table } = data;
  data.loaded.value;
  if (!table.has(row)) return <span class="line row loading">…</span>;
  const { look, file, suites, project, environment } = data.at(row);
  return (
    <a class="line row" href={href}>
      <OutcomeIcon look={look} />
      <span class="name fills user">
        <bdi class="title">{table.name(row)}</bdi>{' '}
        <span class="where">
          <Path titles={[file, ...suites]} />
        </span>
      </span>
      {project !== undefined && <span class="tag user">{project}</span>}
      <EnvironmentTag name={environment} />
      {children ?? <span class="time">{duration(table.numbers.durations[row])}</span>}
    </a>
  );
}
