import { FAILURE_REASONS } from '@testpoint/interface/constants';
import { type Filter, OUTCOME_WORDS, type OutcomeWord } from './filter.js';

const PLACES = ['overview', 'tests', 'timeline', 'insights'] as const;
export type Place = (typeof PLACES)[number];
export const ORDERS = ['tree', 'slowest', 'failed-first'] as const;
export type Order = (typeof ORDERS)[number];

/** The content of the address: everything needed to share a view. */
export interface Address {
  place: Place;
  /** Row of the open result, shown next to the list, or alone on a narrow screen. */
  row?: number;
  filter: Filter;
  order: Order;
}

/** `#/tests/12?outcome=failed,flaky&q=login` */
export function hashOf({ place, row, filter, order }: Address): string {
  const query = new URLSearchParams();
  if (filter.outcomes.length > 0) query.set('outcome', filter.outcomes.join(','));
  if (filter.text !== '') query.set('q', filter.text);
  if (filter.project !== undefined) query.set('project', filter.project);
  if (filter.session !== undefined) query.set('session', `${filter.session + 1}`);
  if (filter.reason !== undefined) query.set('reason', filter.reason);
  if (filter.atLeast !== undefined) query.set('min', `${filter.atLeast}`);
  if (filter.atMost !== undefined) query.set('max', `${filter.atMost}`);
  if (filter.group !== undefined) query.set('group', `${filter.group + 1}`);
  if (filter.change !== undefined) query.set('change', filter.change);
  if (order !== 'tree') query.set('order', order);
  const path = place === 'overview' ? '#/' : `#/${place}`;
  const text = query.toString().replaceAll('%2C', ',');
  return `${path}${row === undefined ? '' : `/${row + 1}`}${text === '' ? '' : `?${text}`}`;
}

/** Ignores everything it doesn't understand, because an address can come from anywhere. */
export function addressOf(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [name = '', number = ''] = path.split('/');
  const query = new URLSearchParams(search);
  const place = PLACES.find((known) => known === name) ?? 'overview';
  const row = toIndex(number);
  const order = ORDERS.find((known) => known === query.get('order')) ?? 'tree';
  return { place, order, filter: filterOf(query), ...(row !== undefined && { row }) };
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
  const session = toIndex(query.get('session') ?? '');
  if (session !== undefined) filter.session = session;
  const group = toIndex(query.get('group') ?? '');
  if (group !== undefined) filter.group = group;
  const atLeast = milliseconds(query.get('min'));
  if (atLeast !== undefined) filter.atLeast = atLeast;
  const atMost = milliseconds(query.get('max'));
  if (atMost !== undefined) filter.atMost = atMost;
  return filter;
}

/** Converts a number that counts from 1 to an index. */
function toIndex(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) - 1 : undefined;
}

function milliseconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
