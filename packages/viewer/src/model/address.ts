import { FAILURE_REASONS } from '@testpoint/interface/constants';
import { DIFFERENCES, type Difference, slugOf } from '@testpoint/report/browser';
import { type Filter, OUTCOME_WORDS, type OutcomeWord } from './filter.js';

const PLACES = ['overview', 'tests', 'timeline', 'insights', 'compare', 'points'] as const;
export type Place = (typeof PLACES)[number];
export const ORDERS = ['tree', 'environments', 'slowest', 'failed-first'] as const;
/** Before the name of a property. */
const PROPERTY = 'p.';
/** Also names that this version does not know, which then belong to no test. */
const KEY = /^[\w-]{1,64}$/;
/** `by owner`: files within the values of a property. */
export type Order = (typeof ORDERS)[number] | `by ${string}`;

/** A test in every report. Without an environment, its worst result is meant. */
export interface TestAddress {
  key: string;
  environment?: string | undefined;
}

/** The content of the address: everything needed to share a view. */
export interface Address {
  place: Place;
  /** The open result, shown next to the list, or alone on a narrow screen. */
  test?: TestAddress;
  /** The list that the comparison shows; all of them without. */
  list?: Difference;
  filter: Filter;
  order: Order;
}

/** `#/tests/8cMOmY3iWv?env=linux&outcome=failed,flaky&q=login` */
export function hashOf({ place, test, list, filter, order }: Address): string {
  const query = new URLSearchParams();
  if (test?.environment !== undefined) query.set('env', test.environment);
  if (filter.outcomes.length > 0) query.set('outcome', filter.outcomes.join(','));
  if (filter.text !== '') query.set('q', filter.text);
  if (filter.project !== undefined) query.set('project', filter.project);
  if (filter.environment !== undefined) query.set('environment', filter.environment);
  if (filter.session !== undefined) query.set('session', filter.session);
  if (filter.reason !== undefined) query.set('reason', filter.reason);
  if (filter.atLeast !== undefined) query.set('min', `${filter.atLeast}`);
  if (filter.atMost !== undefined) query.set('max', `${filter.atMost}`);
  if (filter.group !== undefined) query.set('group', filter.group);
  if (filter.change !== undefined) query.set('change', filter.change);
  for (const [name, value] of Object.entries(filter.properties ?? {})) query.set(`${PROPERTY}${name}`, value);
  if (order !== 'tree') query.set('order', order);
  const path = place === 'overview' ? '#/' : `#/${place}`;
  const text = query.toString().replaceAll('%2C', ',');
  const part = place === 'compare' ? list && slugOf(list) : test?.key;
  return `${path}${part === undefined ? '' : `/${part}`}${text === '' ? '' : `?${text}`}`;
}

/** Ignores everything it doesn't understand, because an address can come from anywhere. */
export function addressOf(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [name = '', key = ''] = path.split('/');
  const query = new URLSearchParams(search);
  const place = PLACES.find((known) => known === name) ?? 'overview';
  const order = orderOf(query.get('order') ?? '');
  if (place === 'compare') {
    const list = DIFFERENCES.find((one) => slugOf(one) === key);
    return { place, order, filter: filterOf(query), ...(list !== undefined && { list }) };
  }
  const test = KEY.test(key) ? { key, ...withEnvironment(query.get('env')) } : undefined;
  return { place, order, filter: filterOf(query), ...(test !== undefined && { test }) };
}

/** The property by whose values an order groups; undefined for any other order. */
export function propertyIn(order: string): string | undefined {
  return order.startsWith('by ') ? order.slice('by '.length) : undefined;
}

export function orderOf(text: string): Order {
  const property = propertyIn(text);
  return property === undefined ? (ORDERS.find((known) => known === text) ?? 'tree') : `by ${property}`;
}

function filterOf(query: URLSearchParams): Filter {
  const words = (query.get('outcome') ?? '').split(',');
  const filter: Filter = {
    outcomes: OUTCOME_WORDS.filter((word: OutcomeWord) => words.includes(word)),
    text: query.get('q') ?? '',
  };
  const project = query.get('project');
  if (project !== null) filter.project = project;
  const reason = FAILURE_REASONS.find((known) => known === query.get('reason'));
  if (reason !== undefined) filter.reason = reason;
  const change = query.get('change');
  if (change === 'new' || change === 'fixed') filter.change = change;
  const environment = query.get('environment');
  if (environment !== null) filter.environment = environment;
  const session = query.get('session');
  if (session !== null) filter.session = session;
  const properties = [...query].flatMap(([name, value]): [string, string][] =>
    name.startsWith(PROPERTY) ? [[name.slice(PROPERTY.length), value]] : [],
  );
  if (properties.length > 0) filter.properties = Object.fromEntries(properties);
  const group = query.get('group');
  if (group !== null) filter.group = group;
  const atLeast = milliseconds(query.get('min'));
  if (atLeast !== undefined) filter.atLeast = atLeast;
  const atMost = milliseconds(query.get('max'));
  if (atMost !== undefined) filter.atMost = atMost;
  return filter;
}

function withEnvironment(environment: string | null): Pick<TestAddress, 'environment'> {
  return environment === null ? {} : { environment };
}

function milliseconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
