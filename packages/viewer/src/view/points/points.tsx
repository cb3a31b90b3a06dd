import { useState } from 'preact/hooks';
import type { PointStatus, TestPoint, TestPoints } from '../../data/source.js';
import { type Look, lookWord } from '../../model/outcome.js';
import { counted } from '../../text/format-time.js';
import { shortGuid } from '../../text/short-guid.js';
import { visible } from '../../text/visible.js';
import { Choice } from '../choice.js';
import { OutcomeIcon } from '../icons.js';
import { useLoaded } from '../loaded.js';
import { TestPath } from '../path.js';
import { Problem } from '../problem.js';
import { Table } from '../table.js';
import { TextButton } from '../text-button.js';
import { useReport } from '../use-report.js';

const LOOKS: Readonly<Record<PointStatus, Look>> = {
  Failed: 'failed',
  'In progress': 'none',
  Blocked: 'blocked',
  Passed: 'passed',
  Skipped: 'skipped',
};
const STATES = Object.keys(LOOKS) as PointStatus[];
/** Test points to show at first, and with each more. */
const PAGE = 200;

interface Shown {
  points: TestPoint[];
  hasMore: boolean;
}

/** The test points of a run: their states, the autotests that fill it, and those that still wait. */
export function Points() {
  const { testPoints } = useReport().data.source;
  if (testPoints === undefined) {
    return (
      <div class="page">
        <h1>Test points</h1>
        <p class="empty">A report has no test points. The page of the run in the service shows them.</p>
      </div>
    );
  }
  return <PointList source={testPoints} />;
}

function PointList({ source }: { source: TestPoints }) {
  const [status, setStatus] = useState<PointStatus>();
  const [wanted, setWanted] = useState(PAGE);
  const load = () => pointsOf(source, wanted, status);
  const { value: shown, error, reload } = useLoaded(load, [source, source.version.value, wanted, status]);
  const choose = (name: string | undefined) => {
    setStatus(STATES.find((state) => state === name));
    setWanted(PAGE);
  };
  return (
    <div class="page dense points">
      <h1>Test points</h1>
      <Choice
        label="State"
        any="Any state"
        value={status}
        options={STATES.map((state) => [state, wordOf(state)])}
        choose={choose}
      />
      {error !== undefined && <Problem text={error.message} retry={reload} />}
      {shown !== undefined && shown.points.length === 0 && <Empty isFiltered={status !== undefined} />}
      {shown !== undefined && shown.points.length > 0 && (
        <Table label="Test points" columns={['Test case', 'Configuration', 'State', 'Autotests']}>
          {shown.points.map((point, index) => (
            <PointRow key={index} point={point} />
          ))}
        </Table>
      )}
      {shown?.hasMore === true && <TextButton says={`Show ${PAGE} more`} press={() => setWanted(wanted + PAGE)} />}
    </div>
  );
}

function PointRow({ point }: { point: TestPoint }) {
  const { app, data } = useReport();
  const { testCaseGlobalId, testCaseName, configurationId, configurationName, status, autoTests } = point;
  const title = testCaseName ?? (testCaseGlobalId === null ? undefined : `Test case ${testCaseGlobalId}`);
  const name = configurationName ?? configurationId;
  const environment = data.run.environments.includes(name) ? { environment: name } : {};
  const waiting = autoTests.filter(({ status: state }) => state === 'In progress').length;
  return (
    <tr>
      <th scope="row" class="user">
        {title === undefined ? <span class="quiet">no test case</span> : visible(title)}
      </th>
      <td class="user">
        {configurationName === null ? <code>{shortGuid(configurationId)}</code> : visible(configurationName)}
      </td>
      <td>
        <span class="point-state row">
          <OutcomeIcon look={LOOKS[status]} isNamed={false} /> {wordOf(status)}
        </span>
        {waiting > 0 && autoTests.length > 1 && (
          <span class="quiet">
            {' '}
            {waiting} of {counted(autoTests.length, 'autotest')} waiting
          </span>
        )}
      </td>
      <td>
        <ul>
          {autoTests.map((test) => (
            <li key={test.externalId} class="row">
              <OutcomeIcon look={LOOKS[test.status]} />{' '}
              {test.hasResult ? (
                <a class="user" href={app.link({ place: 'tests', test: { key: test.key, ...environment } })}>
                  <TestPath id={test.externalId} />
                </a>
              ) : (
                <span class="user">
                  <TestPath id={test.externalId} />
                </span>
              )}
              {!test.hasResult && (
                <span class="quiet"> {test.filler ? 'no result: skipped by the end of the run' : 'waits'}</span>
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p class="empty">No test point has this state. Choose another one.</p>;
  return <p class="empty">This run has no test points yet. They are made when its first results arrive.</p>;
}

function wordOf(status: PointStatus): string {
  return status === 'In progress' ? 'Waiting' : lookWord(LOOKS[status]);
}

async function pointsOf(source: TestPoints, wanted: number, status: PointStatus | undefined): Promise<Shown> {
  const points: TestPoint[] = [];
  let next: number | null = 0;
  while (next !== null && points.length < wanted) {
    const page = await source.page(next, wanted - points.length, status);
    points.push(...page.testPoints);
    next = page.next;
  }
  return { points, hasMore: next !== null };
}
