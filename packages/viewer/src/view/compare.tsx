import type { ComparisonData, Difference } from '@testpoint/report/browser';
import { useEffect, useState } from 'preact/hooks';
import type { ReportState } from '../model/report-state.js';
import { moment } from '../text/format-time.js';
import { Differences, type DifferentTest } from './differences.js';
import { Problem } from './problem.js';

/** What changed since the run that this report is compared with. */
export function Compare({ report }: { report: ReportState }) {
  const { comparison } = report.run;
  const [data, setData] = useState<ComparisonData>();
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  const { list } = report.address.value;
  report.loaded.value;
  useEffect(() => {
    if (comparison === undefined) return;
    report.source.comparison?.().then(setData, (error: Error) => setProblem(error.message));
  }, [report, turn]);
  const retry = () => {
    setProblem('');
    setTurn(turn + 1);
  };
  return (
    <div class="page compare">
      <header class="title">
        <h1>Compared with another run</h1>
        {comparison === undefined ? (
          <p class="quiet">
            To compare, make the report with <code>testpoint report --compare OTHER</code>.
          </p>
        ) : (
          <p class="quiet user">
            From the run of {moment(comparison.startedAt)}
            {comparison.branch !== undefined && ` on ${comparison.branch}`}
            {comparison.commit !== undefined && `, commit ${comparison.commit.slice(0, 10)}`} to this one
          </p>
        )}
      </header>
      {problem !== '' && <Problem text={problem} retry={retry} />}
      {comparison !== undefined && data !== undefined && (
        <Differences
          counts={comparison.counts}
          tests={(kind, most) => testsOf(report, data, kind, most)}
          only={list}
          linkTo={(kind) => report.link({ place: 'compare', ...(kind !== undefined && { list: kind }) })}
        />
      )}
    </div>
  );
}

function testsOf(report: ReportState, data: ComparisonData, kind: Difference, most: number): DifferentTest[] {
  if (kind === 'gone') {
    return data.gone.slice(0, most).map(({ id, key, environment }) => ({
      name: [id || `${key} (the history keeps no names)`, environment].filter(Boolean).join(', '),
      ...{ duration: -1, before: -1 },
    }));
  }
  const { table, run } = report;
  const { rows, before } = data[kind];
  return rows.slice(0, most).map((row, index) => {
    if (!table.has(row)) return { name: '…', duration: -1, before: -1 };
    const suites = run.suites[table.suites[row] ?? 0] ?? [];
    const path = [run.files[table.files[row] ?? 0] ?? '', ...suites, table.title(row)].join(' › ');
    const where = [run.projects[table.projects[row] ?? -1], run.environments[table.environments[row] ?? -1]];
    return {
      name: [path, ...where.filter((name) => name !== undefined)].join(', '),
      href: report.linkToRow(row),
      duration: table.durations[row] ?? -1,
      before: before[index] ?? -1,
    };
  });
}
