import { choicesOf, configurationName, historyOf, resultAddress, type TestHistory } from '../data/server-runs.js';
import { type Look, lookWord } from '../model/outcome.js';
import { counted, duration, moment } from '../text/format-time.js';
import { visible } from '../text/visible.js';
import { OutcomeIcon } from '../view/icons.js';
import { TestPath } from '../view/path.js';
import { Problem } from '../view/problem.js';
import { Table } from '../view/table.js';
import { Page, useAnswer } from './page.js';
import { Strokes } from './strokes.js';

/** By the interface's weights. */
const LOOKS: readonly Look[] = ['skipped', 'passed', 'skipped', 'blocked', 'none', 'failed'];

/** A test: every run in which it took part. */
export function TestPage({ id }: { id: string }) {
  const { value, error, reload } = useAnswer(() => historyOf(id));
  const choices = useAnswer(choicesOf).value ?? { configurations: [] };
  const nameOf = (configuration = '', isShort = true) => configurationName(choices, configuration, isShort);
  return (
    <Page title={visible(id)}>
      <h1 class="user">
        <TestPath id={id} />
      </h1>
      {error !== undefined && <Problem text={error.message} retry={reload} />}
      {value !== undefined &&
        (value.runs.length === 0 ? <Unknown /> : <History id={id} history={value} nameOf={nameOf} />)}
    </Page>
  );
}

function Unknown() {
  return (
    <p class="empty">
      No run has a test of this name. <a href="/">All runs</a>
    </p>
  );
}

interface HistoryProps {
  /** External id. */
  id: string;
  history: TestHistory;
  /** The name of a configuration. */
  nameOf: (id: string | undefined, isShort?: boolean) => string;
}

function History({ id, history, nameOf }: HistoryProps) {
  const addressOf = (index: number) =>
    resultAddress(history.runs[index] ?? '', id, nameOf(history.configurations[index], false));
  const places = history.runs.map((_, index) => index);
  const look = (index: number) => LOOKS[history.weights[index] ?? 4] ?? 'none';
  const finished = places.filter((index) => look(index) !== 'none');
  const failures = finished.filter((index) => look(index) === 'failed');
  const firstFailure = failures.at(-1);
  // A run has a result for each configuration.
  const runsWith = (indexes: readonly number[]) => new Set(indexes.map((index) => history.runs[index])).size;
  const strokes = places.toReversed().map((index) => {
    const time = history.durations[index] ?? undefined;
    const words = `${moment(Date.parse(history.created[index] ?? ''))}: ${lookWord(look(index)).toLowerCase()}, ${duration(time)}`;
    return { href: addressOf(index), look: look(index), duration: time ?? 0, words };
  });
  return (
    <>
      <p>
        Failed in {runsWith(failures)} of {counted(runsWith(finished), 'run')}
        {firstFailure !== undefined && (
          <>
            , first on <RunLink href={addressOf(firstFailure)} created={history.created[firstFailure]} />
          </>
        )}
        .
      </p>
      <Strokes label="Its results, oldest first" strokes={strokes} />
      <div class="sides">
        <Last title="Last failure" history={history} index={failures[0]} addressOf={addressOf} />
        <Last
          title="Last success"
          history={history}
          index={finished.find((index) => look(index) === 'passed')}
          addressOf={addressOf}
        />
      </div>
      <Table
        label="Runs of this test, newest first"
        columns={['Run', 'Outcome', 'Duration', 'Configuration', 'Branch and commit', 'Message']}
      >
        {places.map((index) => (
          <tr key={index}>
            <th scope="row">
              <RunLink href={addressOf(index)} created={history.created[index]} />
            </th>
            <td>
              <OutcomeIcon look={look(index)} />
            </td>
            <td>{duration(history.durations[index] ?? undefined)}</td>
            <td>{visible(nameOf(history.configurations[index]))}</td>
            <td class="user">
              {visible(history.branches[index] ?? '')}{' '}
              <code>{visible(history.commits[index]?.slice(0, 10) ?? '')}</code>
            </td>
            <td class="user">
              <code>{visible((history.messages[index] ?? '').slice(0, 120))}</code>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

interface LastProps {
  title: string;
  history: TestHistory;
  index: number | undefined;
  addressOf: (index: number) => string;
}

function Last({ title, history, index, addressOf }: LastProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {index === undefined ? (
        <p class="quiet">None of these runs.</p>
      ) : (
        <>
          <p>
            <RunLink href={addressOf(index)} created={history.created[index]} />,{' '}
            {duration(history.durations[index] ?? undefined)}
          </p>
          {(history.messages[index] ?? '') !== '' && (
            <pre class="user" tabIndex={0}>
              {visible(history.messages[index] ?? '')}
            </pre>
          )}
        </>
      )}
    </section>
  );
}

function RunLink({ href, created = '' }: { href: string; created: string | undefined }) {
  return <a href={href}>{moment(Date.parse(created))}</a>;
}
