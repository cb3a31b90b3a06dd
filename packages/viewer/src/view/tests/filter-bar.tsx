import { FAILURE_REASONS } from '@testpoint/interface/constants';
import type { SessionData } from '@testpoint/report/format';
import { useMemo } from 'preact/hooks';
import { ORDERS, orderOf } from '../../model/address.js';
import { isEmpty, NO_FILTER, type OutcomeWord, outcomeWords } from '../../model/filter.js';
import { lookWord, numberOf } from '../../model/outcome.js';
import { propertiesOf } from '../../model/properties.js';
import { count, counted, duration } from '../../text/format-time.js';
import { shortGuid } from '../../text/short-guid.js';
import { Icon, OutcomeIcon } from '../icons.js';
import { useReport } from '../use-report.js';
import { TakeAway } from './take-away.js';

const ORDER_NAMES: Record<(typeof ORDERS)[number], string> = {
  tree: 'Files',
  environments: 'Environments',
  slowest: 'Slowest first',
  'failed-first': 'Failed first',
};
const REASON_NAMES: Record<string, string> = {
  InfrastructureDefect: 'Infrastructure defect',
  ProductDefect: 'Product defect',
  TestDefect: 'Test defect',
  NoDefect: 'No defect',
};
/** Durations to choose from, milliseconds. */
const DURATIONS = [100, 1_000, 5_000, 10_000, 30_000, 60_000];

export function FilterBar() {
  const { app, data, view } = useReport();
  const { filter, order, test } = app.address.value;
  const { run } = data;
  const properties = useMemo(() => propertiesOf(run), [run]);
  const matched = view.matched.value.length;
  const loaded = data.loaded.value;
  return (
    <div class="filters">
      <div class="chips" role="group" aria-label="Outcome">
        {outcomeWords(run).map((word) => (
          <button
            key={word}
            type="button"
            class={`chip ${word}`}
            aria-pressed={filter.outcomes.includes(word)}
            onClick={() => app.setFilter({ outcomes: toggled(filter.outcomes, word) })}
          >
            <OutcomeIcon look={word} isNamed={false} />
            {lookWord(word)} <span class="number">{count(numberOf(word, run.counts))}</span>
          </button>
        ))}
      </div>
      <div class="choices">
        {run.projects.length > 0 && (
          <Choice
            label="Project"
            value={filter.project ?? ''}
            options={[['', 'Any project'], ...run.projects.map((name): [string, string] => [name, name])]}
            choose={(value) => app.setFilter({ project: value === '' ? undefined : value })}
          />
        )}
        {run.environments.length > 0 && (
          <Choice
            label="Environment"
            value={filter.environment ?? ''}
            options={[
              ['', 'Any environment'],
              ...run.environments.map((name): [string, string] => [name, shortGuid(name)]),
            ]}
            choose={(value) => app.setFilter({ environment: value === '' ? undefined : value })}
          />
        )}
        {run.sessions.length > 1 && (
          <Choice
            label="Session"
            value={filter.session ?? ''}
            options={[
              ['', 'Any session'],
              ...run.sessions.map((one, index): [string, string] => [one.id, sessionName(one, index)]),
            ]}
            choose={(value) => app.setFilter({ session: value === '' ? undefined : value })}
          />
        )}
        <Choice
          label="Duration"
          value={filter.atLeast === undefined ? '' : `${filter.atLeast}`}
          options={[
            ['', 'Any duration'],
            ...DURATIONS.map((limit): [string, string] => [`${limit}`, `${duration(limit)} or longer`]),
          ]}
          choose={(value) => app.setFilter({ atLeast: value === '' ? undefined : Number(value) })}
        />
        <Choice
          label="Failure reason"
          value={filter.reason ?? ''}
          options={[
            ['', 'Any reason'],
            ...FAILURE_REASONS.map((name): [string, string] => [name, REASON_NAMES[name] ?? name]),
          ]}
          choose={(value) => app.setFilter({ reason: value === '' ? undefined : value })}
        />
        {(run.history?.runs.length ?? 0) > 0 && (
          <Choice
            label="Change"
            value={filter.change ?? ''}
            options={[
              ['', 'Any change'],
              ['new', 'New failures'],
              ['fixed', 'Fixed'],
            ]}
            choose={(value) => app.setFilter({ change: value === 'new' || value === 'fixed' ? value : undefined })}
          />
        )}
        {properties.map(({ name, values }) => (
          <Choice
            key={name}
            label={name}
            value={filter.properties?.[name] ?? ''}
            options={[['', `Any ${name}`], ...values.map((value): [string, string] => [value, value])]}
            choose={(value) => app.setFilter({ properties: withValue(filter.properties, name, value) })}
          />
        ))}
        <Choice
          label="Order"
          value={order}
          options={[
            ...ORDERS.filter((name) => name !== 'environments' || run.environments.length > 0).map(
              (name): [string, string] => [name, ORDER_NAMES[name]],
            ),
            ...properties.map(({ name }): [string, string] => [`by ${name}`, `By ${name}`]),
          ]}
          choose={(value) => app.go({ order: orderOf(value), ...(test !== undefined && { test }) })}
        />
      </div>
      <p class="found" role="status">
        <span>
          {isEmpty(filter) ? counted(matched, 'test') : `${count(matched)} of ${counted(run.rows, 'test')}`}
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
          <button
            type="button"
            class="clear"
            onClick={() => app.go({ place: 'tests', filter: NO_FILTER, ...(test !== undefined && { test }) })}
          >
            Clear filters
          </button>
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
      <button type="button" class="clear" onClick={() => deep.stop()}>
        Stop
      </button>
    </span>
  );
}

/** @param value '' for any */
function withValue(
  properties: Readonly<Record<string, string>> | undefined,
  name: string,
  value: string,
): Readonly<Record<string, string>> | undefined {
  const { [name]: _, ...others } = properties ?? {};
  const all = value === '' ? others : { ...others, [name]: value };
  return Object.keys(all).length === 0 ? undefined : all;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, text: string][];
  choose: (value: string) => void;
}

function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <select
      class={value === '' ? 'choice' : 'choice chosen'}
      aria-label={label}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

function toggled(words: readonly OutcomeWord[], word: OutcomeWord): OutcomeWord[] {
  return words.includes(word) ? words.filter((one) => one !== word) : [...words, word];
}

function sessionName({ framework, shard }: SessionData, index: number): string {
  return shard === undefined
    ? `${index + 1} · ${framework}`
    : `${index + 1} · ${framework}, shard ${shard.current} of ${shard.total}`;
}
