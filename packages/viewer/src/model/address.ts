import { FAILURE_REASONS } from '@testpoint/interface/constants';
import { DIFFERENCES, type Difference, slugOf } from '@testpoint/report/browser';
import { type Filter, OUTCOME_WORDS } from './filter.js';

const PLACES = ['overview', 'tests', 'timeline', 'insights', 'compare', 'points'] as const;
export type Place = (typeof PLACES)[number];
export const ORDERS = ['tree', 'environments', 'slowest', 'failed-first'] as const;
/** The filter's texts, which have the same names in an address. */
const TEXTS = ['project', 'environment', 'session', 'reason', 'group', 'change'] as const;
/** All values that such a text may have. */
const VALUES: Partial<Record<(typeof TEXTS)[number], readonly string[]>> = {
  reason: FAILURE_REASONS,
  change: ['new', 'fixed'],
};
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
  test?: TestAddress | undefined;
  /** The list that the comparison shows; all of them without. */
  list?: Difference | undefined;
  filter: Filter;
  order: Order;
}

/** `#/tests/8cMOmY3iWv?env=linux&outcome=failed,flaky&q=login` */
export function hashOf({ place, test, list, filter, order }: Address): string {
  const query = new URLSearchParams();
  if (test?.environment !== undefined) query.set('env', test.environment);
  if (filter.outcomes.length > 0) query.set('outcome', filter.outcomes.join(','));
  if (filter.text !== '') query.set('q', filter.text);
  for (const name of TEXTS) if (filter[name] !== undefined) query.set(name, filter[name]);
  if (filter.atLeast !== undefined) query.set('min', `${filter.atLeast}`);
  if (filter.atMost !== undefined) query.set('max', `${filter.atMost}`);
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
  const filter = filterOf(query);
  if (place === 'compare') return { place, order, filter, list: DIFFERENCES.find((one) => slugOf(one) === key) };
  const test = KEY.test(key) ? { key, environment: query.get('env') ?? undefined } : undefined;
  return { place, order, filter, test };
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
  const properties = [...query].filter(([name]) => name.startsWith(PROPERTY));
  const filter: Filter = {
    outcomes: OUTCOME_WORDS.filter((word) => words.includes(word)),
    text: query.get('q') ?? '',
    atLeast: milliseconds(query.get('min')),
    atMost: milliseconds(query.get('max')),
  };
  for (const name of TEXTS) {
    const value = query.get(name);
    if (value !== null && VALUES[name]?.includes(value) !== false) filter[name] = value;
  }
  if (properties.length > 0)
    filter.properties = Object.fromEntries(properties.map(([name, value]) => [name.slice(PROPERTY.length), value]));
  return filter;
}

function milliseconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
