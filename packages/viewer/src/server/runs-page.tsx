import { frameworkAndVersion } from '@testpoint/report/browser';
import { useEffect, useState } from 'preact/hooks';
import { NO_ANSWER } from '../data/server.js';
import { listenTo } from '../data/server-events.js';
import { choicesOf, queryOf, type RunFilter, runsOf, type ServerRun, startOf, tookOf } from '../data/server-runs.js';
import { safeUrl } from '../model/links.js';
import { duration, moment } from '../text/format-time.js';
import { visible } from '../text/visible.js';
import { Choice } from '../view/choice.js';
import { Icon } from '../view/icons.js';
import { OutsideLink } from '../view/outside-link.js';
import { Problem } from '../view/problem.js';
import { Table } from '../view/table.js';
import { FailingNow } from './failing-now.js';
import { followNewest } from './following.js';
import { NoRuns } from './no-runs.js';
import { Page, useAnswer } from './page.js';
import { RunCounts } from './run-counts.js';
import { Trend } from './trend.js';

export const RUN_STATES = ['Pending', 'In progress', 'Stopped', 'Completed'];

/** All runs, newest first. */
export function RunsPage({ isOpen, isLocal }: { isOpen: boolean; isLocal: boolean }) {
  const filter = filterOf(location.search);
  const after = new URLSearchParams(location.search).get('after') ?? undefined;
  const { value, error, reload } = useAnswer(() => runsOf(filter, after));
  const [isUp, setUp] = useState(true);
  const runs = value?.runs ?? [];
  const watched = runs.map(({ id }) => id).join(',');
  useEffect(() => void followNewest(), []);
  useEffect(() => {
    if (value === undefined) return undefined;
    const known = new Map(runs.map(({ id, version }) => [id, version]));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(reload, PAUSE);
    };
    const stop = listenTo([...known.keys()], {
      run: (id, version) => known.get(id) !== version && soon(),
      runs: () => {
        if (after === undefined) soon();
        void followNewest();
      },
      connection: (isUp) => {
        setUp(isUp);
        if (isUp) soon();
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [value]);
  return (
    <Page title="Runs" canSignOut={!isOpen}>
      <h1>Runs</h1>
      <Filters filter={filter} />
      {filter.plan !== '' && <Trend plan={filter.plan} version={watched} />}
      {(error !== undefined || !isUp) && <Problem text={error?.message ?? NO_ANSWER} retry={reload} />}
      {error !== undefined && value === undefined && <a href="/">All runs</a>}
      {value !== undefined && runs.length === 0 && (
        <NoRuns isFiltered={location.search !== ''} isLocal={isLocal} isOpen={isOpen} />
      )}
      {runs.length > 0 && location.search === '' && <FailingNow runs={runs} />}
      {runs.length > 0 && <RunTable runs={runs} />}
      {value?.next != null && (
        <a class="more" href={`/?${queryOf(filter, value.next)}`}>
          Older runs
        </a>
      )}
    </Page>
  );
}

function RunTable({ runs }: { runs: readonly ServerRun[] }) {
  return (
    <Table
      label="Runs, newest first"
      columns={[
        'Started',
        'State',
        'Test points',
        'Duration',
        'Framework',
        'Environment',
        'Branch and commit',
        'Plan',
        'Compare',
      ]}
    >
      {runs.map((run) => (
        <RunLine key={run.id} run={run} />
      ))}
    </Table>
  );
}

function RunLine({ run }: { run: ServerRun }) {
  const { Failed: failed, Blocked: blocked, Passed: passed, Skipped: skipped } = run.testPoints;
  const job = run.job === null ? undefined : safeUrl(run.job);
  return (
    <tr>
      <th scope="row">
        <a href={`/runs/${run.id}`}>{moment(startOf(run))}</a>
      </th>
      <td>
        <span class={`state ${run.status.replace(' ', '-').toLowerCase()}`}>{run.status}</span>
      </td>
      <td>
        <RunCounts states={{ failed, blocked, passed, skipped }} waiting={run.testPoints['In progress']} hasBar />
      </td>
      <td>{duration(tookOf(run))}</td>
      <td class="user">{list(run, frameworkAndVersion)}</td>
      <td class="user">{list(run, environmentOf)}</td>
      <td class="user">
        {run.branch !== null && (
          <span>
            <Icon name="branch" /> {visible(run.branch)}
          </span>
        )}{' '}
        {run.commit !== null && <code>{visible(run.commit.slice(0, 10))}</code>}{' '}
        {job !== undefined && <OutsideLink href={job}>job</OutsideLink>}
      </td>
      <td class="user">
        {run.testPlanGlobalId === null ? (
          <span class="quiet">–</span>
        ) : (
          <a href={`/?plan=${run.testPlanGlobalId}`}>{visible(run.testPlanName ?? `Plan ${run.testPlanGlobalId}`)}</a>
        )}{' '}
        {run.projectGlobalId !== null && (
          <a class="quiet" href={`/?project=${run.projectGlobalId}`}>
            {visible(run.projectName ?? `Project ${run.projectGlobalId}`)}
          </a>
        )}
      </td>
      <td>{run.before !== null && <a href={`/compare?run=${run.id}&with=${run.before}`}>with the run before</a>}</td>
    </tr>
  );
}

/** Each different text about the sessions of a run once. */
function list({ sessions }: ServerRun, textOf: (sender: ServerRun['sessions'][number]) => string): string {
  return visible([...new Set(sessions.map(textOf))].join('; '));
}

/** What the user calls it, or else its system. */
function environmentOf({ environment, machine: { os = '', node } = {} }: ServerRun['sessions'][number]): string {
  return environment ?? [os.split(' ')[0], node && `Node ${node.replace(/^v/, '')}`].filter(Boolean).join(', ');
}

function Filters({ filter }: { filter: RunFilter }) {
  const { value } = useAnswer(choicesOf);
  const change = (part: Partial<RunFilter>) => location.assign(`/?${queryOf({ ...filter, ...part })}`);
  const plans = (value?.plans ?? []).filter(
    ({ projectGlobalId }) => filter.project === '' || `${projectGlobalId}` === filter.project,
  );
  const isFiltered = Object.values(filter).some((part) => part !== '');
  return (
    <div class="run-filters row wrap">
      <Choice
        label="Project"
        any="Any project"
        value={filter.project}
        options={(value?.projects ?? []).map(optionOf)}
        choose={(project = '') => change({ project, plan: '' })}
      />
      <Choice
        label="Plan"
        any="Any plan"
        value={filter.plan}
        options={plans.map(optionOf)}
        choose={(plan = '') => change({ plan })}
      />
      <Choice
        label="State"
        any="Any state"
        value={filter.status}
        options={RUN_STATES.map((state) => [state, state])}
        choose={(status = '') => change({ status })}
      />
      {isFiltered && <a href="/">Show all runs</a>}
    </div>
  );
}

function optionOf({ globalId, name }: { globalId: number; name: string }): [string, string] {
  return [`${globalId}`, visible(name)];
}

function filterOf(search: string): RunFilter {
  const query = new URLSearchParams(search);
  return { project: query.get('project') ?? '', plan: query.get('plan') ?? '', status: query.get('status') ?? '' };
}

/** Between two looks at a list that changes, milliseconds. */
const PAUSE = 1_000;
