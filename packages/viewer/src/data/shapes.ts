import { isObject } from '@testpoint/interface/codec';
import { DIFFERENCES } from '@testpoint/report/browser';
import {
  type ComparisonData,
  type HistoryChunk,
  KEY_LENGTH,
  REPORT_FORMAT,
  type ResultItem,
  type RowChunk,
  type RunData,
  type SearchChunk,
  type ServedReport,
} from '@testpoint/report/format';
import { NUMBER_NAMES } from './result-table.js';
import { UnreadableData } from './source.js';

/** The columns of every chunk of rows, with one value per row. */
const COLUMNS = ['titles', 'ids', 'messages', ...NUMBER_NAMES] as const;
const LISTS = [
  'sessions',
  'failureGroups',
  'files',
  'suites',
  'projects',
  'environments',
  'incomplete',
  'notes',
] as const;

/** The run, if this viewer can read it. */
export function asRun(value: unknown): RunData {
  if (!isObject(value) || typeof value.format !== 'number') throw new UnreadableData('The run', 'is damaged.');
  if (value.format !== REPORT_FORMAT) {
    throw new UnreadableData(
      'This report',
      `has format ${value.format}, and this viewer reads format ${REPORT_FORMAT}. Open it with the viewer that wrote it.`,
    );
  }
  if (!isRun(value)) throw new UnreadableData('The run', 'is damaged.');
  return value;
}

export const asRows = checked('Part of the list of results', isRows);
export const asResults = checked('Part of the results', isResults);
export const asHistory = checked('Part of the history', isHistory);
export const asSearch = checked('Part of the texts to search', isSearch);
export const asComparison = checked('The comparison', isComparison);

function checked<Data>(what: string, is: (value: unknown) => value is Data): (value: unknown) => Data {
  return (value) => {
    if (!is(value)) throw new UnreadableData(what, 'is damaged.');
    return value;
  };
}

export function hasTraceViewerOf(value: unknown): ServedReport['hasTraceViewer'] {
  return isObject(value) && value.hasTraceViewer === true;
}

function isRun(value: Record<string, unknown>): value is Record<string, unknown> & RunData {
  const { rows, counts, tests } = value;
  const hasLists = LISTS.every((name) => Array.isArray(value[name]));
  return typeof rows === 'number' && isObject(counts) && isObject(tests) && hasLists;
}

function isRows(value: unknown): value is RowChunk {
  if (!isObject(value) || typeof value.outcomes !== 'string') return false;
  const rows = value.outcomes.length;
  if (!hasLength(value.repeats, rows) || !hasLength(value.keys, rows * KEY_LENGTH)) return false;
  return COLUMNS.every((name) => {
    const column = value[name];
    return Array.isArray(column) && column.length === rows;
  });
}

function hasLength(value: unknown, length: number): boolean {
  return typeof value === 'string' && value.length === length;
}

function isResults(value: unknown): value is ResultItem[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && Array.isArray(item.files));
}

function isComparison(value: unknown): value is ComparisonData {
  return (
    isObject(value) &&
    Array.isArray(value.gone) &&
    DIFFERENCES.every((kind) => {
      const list = value[kind];
      return kind === 'gone' || (isObject(list) && Array.isArray(list.rows) && Array.isArray(list.before));
    })
  );
}

function isHistory(value: unknown): value is HistoryChunk {
  return (
    isObject(value) &&
    typeof value.first === 'number' &&
    Array.isArray(value.outcomes) &&
    Array.isArray(value.durations)
  );
}

function isSearch(value: unknown): value is SearchChunk {
  if (!isObject(value) || typeof value.first !== 'number' || !Array.isArray(value.texts)) return false;
  const { length } = value.texts;
  return (
    hasLength(value.kinds, length) &&
    Array.isArray(value.rows) &&
    value.rows.length === length &&
    value.rows.every(Array.isArray)
  );
}
