import { FAILURE_REASONS } from '@testpoint/interface/constants';
import { frameworkName } from '@testpoint/report/browser';
import type { SessionData } from '@testpoint/report/format';
import { useMemo } from 'preact/hooks';
import { ORDERS, orderOf } from '../../model/address.js';
import { countedLooks, type Filter, isEmpty, NO_FILTER, type OutcomeWord, outcomeWords } from '../../model/filter.js';
import { lookWord, totalOf } from '../../model/outcome.js';
import { propertiesOf } from '../../model/properties.js';
import { amount, count, counted, duration } from '../../text/format-time.js';
import { shortGuid } from '../../text/short-guid.js';
import { spaced } from '../../text/spaced.js';
import { Choice, type ChoiceProps, type Option } from '../choice.js';
import { Icon, OutcomeIcon } from '../icons.js';
import { TextButton } from '../text-button.js';
import { useReport } from '../use-report.js';
import { TakeAway } from './take-away.js';

const ORDER_NAMES: Record<(typeof ORDERS)[number], string> = {
  tree: 'Files',
  environments: 'Environments',
  slowest: 'Slowest first',
  'failed-first': 'Failed first',
};
const CHANGES: readonly Option[] = [
  ['new', 'New failures'],
  ['fixed', 'Fixed'],
];
/** Durations to choose from, milliseconds. */
const DURATIONS = [100, 1_000, 5_000, 10_000, 30_000, 60_000];

export function FilterBar() {
  const { app, data, view } = useReport();
  const { filter, order, test } = app.address.value;
  const { run } = data;
  const properties = useMemo(() => propertiesOf(run), [run]);
  const orders = ORDERS.filter((name) => name !== 'environments' || run.environments.length > 0);
  const hasEarlierRuns = (run.history?.runs.length ?? 0) > 0;
  const [matched, tests] = [view.matched.value.length, view.tests.value];
  const loaded = data.loaded.value;
  const found = view.found.value;
  const counts = useMemo(() => countedLooks(found, data.table), [found]);
  const all = totalOf(run.tests);
  return (
    <div class="filters row wrap">
      <div class="chips wrap" role="group" aria-label="Outcome">
        {outcomeWords(run).map((word) => (
          <button
            key={word}
            type="button"
            class={`chip ${word}`}
            aria-pressed={filter.outcomes.includes(word)}
            onClick={() => app.setFilter({ outcomes: toggled(filter.outcomes, word) })}
          >
            <OutcomeIcon look={word} isNamed={false} />
            {lookWord(word)} <span class="number">{count(counts[word])}</span>
          </button>
        ))}
      </div>
      <div class="choices wrap">
        <TextChoice name="project" label="Project" any="Any project" options={run.projects.map(named)} />
        <TextChoice
          name="environment"
          label="Environment"
          any="Any environment"
          options={run.environments.map((name) => [name, shortGuid(name)])}
        />
        <TextChoice
          name="session"
          label="Session"
          any="Any session"
          options={run.sessions.length > 1 ? run.sessions.map((one, index) => [one.id, sessionName(one, index)]) : []}
        />
        <Choice
          label="Duration"
          any="Any duration"
          value={filter.atLeast?.toString()}
          options={DURATIONS.map((limit) => [`${limit}`, `${duration(limit)} or longer`])}
          choose={(value) => app.setFilter({ atLeast: value === undefined ? undefined : Number(value) })}
        />
        <TextChoice
          name="reason"
          label="Failure reason"
          any="Any reason"
          options={FAILURE_REASONS.map((name) => [name, spaced(name)])}
        />
        <TextChoice name="change" label="Change" any="Any change" options={hasEarlierRuns ? CHANGES : []} />
        {properties.map(({ name, values }) => (
          <Choice
            key={name}
            label={name}
            any={`Any ${name}`}
            value={filter.properties?.[name]}
            options={values.map(named)}
            choose={(value) => app.setFilter({ properties: withValue(filter.properties, name, value) })}
          />
        ))}
        <Choice
          label="Order"
          value={order}
          options={[
            ...orders.map((name): Option => [name, ORDER_NAMES[name]]),
            ...properties.map(({ name }): Option => [`by ${name}`, `By ${name}`]),
          ]}
          choose={(value) => app.go({ order: orderOf(value ?? ''), test })}
        />
      </div>
      <p class="found row wrap" role="status">
        <span>
          {isEmpty(filter) ? amount(tests, matched) : `${count(tests)} of ${counted(all, 'test')}`}
          {!isEmpty(filter) && all !== run.rows && `, ${count(matched)} of ${counted(run.rows, 'result')}`}
          {loaded < run.rows && ` · ${Math.floor((loaded / run.rows) * 100)}% loaded`}
        </span>
        <Searching />
        {filter.group !== undefined && (
          <button type="button" class="filter-tag" onClick={() => app.setFilter({ group: undefined })}>
            <code class="user">
              {run.failureGroups.find(({ key }) => key === filter.group)?.message ?? 'an unknown message'}
            </code>
            <Icon name="close" />
            <span class="unseen">Remove this filter</span>
          </button>
        )}
        {!isEmpty(filter) && (
          <TextButton
            class="clear"
            says="Clear filters"
            press={() => app.go({ place: 'tests', filter: NO_FILTER, test })}
          />
        )}
      </p>
      <TakeAway />
    </div>
  );
}

/** How far the search inside results is. */
function Searching() {
  const { deep } = useReport().view;
  const progress = deep.progress.value;
  if (progress === undefined) return deep.problem.value === '' ? null : <span>{deep.problem.value}</span>;
  return (
    <span class="searching">
      Searching {deep.subject}: {Math.floor(progress * 100)}%
      <TextButton class="clear" says="Stop" press={() => deep.stop()} />
    </span>
  );
}

/** @param value undefined for any */
function withValue(properties: Filter['properties'], name: string, value: string | undefined): Filter['properties'] {
  const { [name]: _, ...others } = properties ?? {};
  const all = value === undefined ? others : { ...others, [name]: value };
  return Object.keys(all).length === 0 ? undefined : all;
}

type TextChoiceProps = Pick<ChoiceProps, 'label' | 'any' | 'options'> & {
  name: 'project' | 'environment' | 'session' | 'reason' | 'change';
};

/** Chooses one of the filter's texts. */
function TextChoice({ name, ...props }: TextChoiceProps) {
  const { app } = useReport();
  const value = app.address.value.filter[name];
  return <Choice {...props} value={value} choose={(chosen) => app.setFilter({ [name]: chosen })} />;
}

function named(name: string): Option {
  return [name, name];
}

function toggled(words: readonly OutcomeWord[], word: OutcomeWord): OutcomeWord[] {
  return words.includes(word) ? words.filter((one) => one !== word) : [...words, word];
}

function sessionName(session: SessionData, index: number): string {
  const part = session.shard === undefined ? '' : `, shard ${session.shard.current} of ${session.shard.total}`;
  return `${index + 1} · ${frameworkName(session)}${part}`;
}
