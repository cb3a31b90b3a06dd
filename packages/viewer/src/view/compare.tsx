import type { ComparisonData, Difference } from '@testpoint/report/browser';
import { listAddress } from '../model/app-state.js';
import type { RunState } from '../model/run-state.js';
import { moment } from '../text/format-time.js';
import { partsOf } from '../text/path.js';
import { visible } from '../text/visible.js';
import { Differences, type DifferentTest } from './differences.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { useReport } from './use-report.js';

/** What changed since the run that this report is compared with. */
export function Compare() {
  const { app, data } = useReport();
  const { comparison } = data.run;
  const { list } = app.address.value;
  data.loaded.value;
  const load = async () => (comparison === undefined ? undefined : data.source.comparison?.());
  const { value: compared, error, reload } = useLoaded(load, [data.run]);
  return (
    <div class="page compare">
      <header class="title wrap">
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
      {error !== undefined && <Problem text={error.message} retry={reload} />}
      {comparison !== undefined && compared !== undefined && (
        <Differences
          counts={comparison.counts}
          tests={(kind, most) => testsOf(data, compared, kind, most)}
          only={list}
          linkTo={(kind) => app.link({ place: 'compare', list: kind })}
        />
      )}
    </div>
  );
}

function testsOf(data: RunState, compared: ComparisonData, kind: Difference, most: number): DifferentTest[] {
  if (kind === 'gone') {
    return compared.gone.slice(0, most).map(({ id, key, environment }) => ({
      ...(id === '' ? { titles: [`${key} (the history keeps no names)`] } : partsOf(id)),
      environment: environment === '' ? undefined : visible(environment),
      ...{ duration: -1, before: -1 },
    }));
  }
  const { table } = data;
  const { rows, before } = compared[kind];
  return rows.slice(0, most).map((row, index) => {
    if (!table.has(row)) return { titles: ['…'], duration: -1, before: -1 };
    const { file, suites, project, environment } = data.at(row);
    return {
      titles: [file, ...suites, table.name(row)],
      ...{ project, environment },
      href: listAddress({}, 'tree', data.testOf(row)),
      duration: table.numbers.durations[row] ?? -1,
      before: before[index] ?? -1,
    };
  });
}
