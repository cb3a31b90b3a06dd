import { fromId, listOf, type Members, membersOf, numberOf, resultTimes, textOf } from '@testpoint/report/browser';
import type { AttemptView, ErrorView, OutcomeLetter, ResultItem, ResultView } from '@testpoint/report/format';
import { isObject } from '../data/shapes.js';

/** A step from the body, in which any member may be missing. */
export interface EntryStep {
  title: string;
  description: string;
  outcome: string;
  startedAt: number | undefined;
  endedAt: number | undefined;
  steps: EntryStep[];
  attachments: string[];
  parameters: [string, string][];
}

/** A journal line, read defensively: it may come from a later version. */
export interface ResultEntry {
  id: string;
  outcome: string;
  message: string;
  traces: string;
  failureReason: string | undefined;
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** The sum of its attempts, milliseconds. */
  duration: number | undefined;
  setup: EntryStep[];
  steps: EntryStep[];
  teardown: EntryStep[];
  parameters: [string, string][];
  properties: [string, string][];
  links: { url: string; title: string; description: string; type: string }[];
  /** GUIDs of attachments that don't belong to a step. */
  attachments: string[];
  /** Every attachment, in the order of `ResultItem.files`. */
  files: { name: string; contentType: string; placeholder: string }[];
  view: ResultView;
}

export function readEntry({ entry }: ResultItem): ResultEntry {
  const line = membersOf(entry);
  const body = membersOf(line.body);
  const id = textOf(line.id) || textOf(body.autoTestExternalId);
  const { startedAt, endedAt, duration } = resultTimes(body, membersOf(line.view));
  return {
    id,
    outcome: textOf(body.outcome),
    message: textOf(body.message),
    traces: textOf(body.traces),
    failureReason: textOf(body.failureReasonName) || undefined,
    startedAt: known(startedAt),
    endedAt: known(endedAt),
    duration: known(duration),
    setup: steps(body.setupResults),
    steps: steps(body.stepResults),
    teardown: steps(body.teardownResults),
    parameters: pairs(body.parameters),
    properties: pairs(body.properties),
    links: objectsOf(body.links).map((link) => ({
      url: textOf(link.url),
      title: textOf(link.title),
      description: textOf(link.description),
      type: textOf(link.type),
    })),
    attachments: references(body.attachments),
    files: objectsOf(line.attachments).map((file) => ({
      name: textOf(file.name),
      contentType: textOf(file.contentType),
      placeholder: textOf(file.placeholder),
    })),
    view: viewOf(line.view, id),
  };
}

function viewOf(value: unknown, id: string): ResultView {
  const view = membersOf(value);
  const titles = listOf(view.titles).map(textOf);
  const result: ResultView = titles.length > 0 ? { file: textOf(view.file), titles } : fromId(id);
  const line = numberOf(view.line);
  if (line !== undefined) result.line = line;
  if (textOf(view.project) !== '') result.project = textOf(view.project);
  const worker = numberOf(view.worker);
  if (worker !== undefined) result.worker = worker;
  if (Array.isArray(view.errors)) result.errors = errors(view.errors);
  addPlaces(result, view.stepPlaces);
  if (Array.isArray(view.earlier)) result.earlier = objectsOf(view.earlier).map(attempt);
  return result;
}

function attempt(value: Members): AttemptView {
  const result: AttemptView = { outcome: letter(value.outcome) };
  const startedAt = numberOf(value.startedAt);
  const endedAt = numberOf(value.endedAt);
  if (startedAt !== undefined) result.startedAt = startedAt;
  if (endedAt !== undefined) result.endedAt = endedAt;
  if (Array.isArray(value.errors)) result.errors = errors(value.errors);
  addPlaces(result, value.stepPlaces);
  return result;
}

function addPlaces(result: ResultView | AttemptView, places: unknown): void {
  if (Array.isArray(places)) result.stepPlaces = places.map((place) => numberOf(place) ?? textOf(place));
}

function errors(values: readonly unknown[]): ErrorView[] {
  return objectsOf(values).map((value) => {
    const error: ErrorView = { message: textOf(value.message) };
    for (const name of ['stack', 'expected', 'actual', 'codeFrame', 'frameColors'] as const) {
      const member = value[name];
      if (typeof member === 'string') error[name] = member;
    }
    const location = membersOf(value.location);
    const [line, column] = [numberOf(location.line), numberOf(location.column)];
    if (line !== undefined)
      error.location = { file: textOf(location.file), line, ...(column !== undefined && { column }) };
    return error;
  });
}

function steps(value: unknown): EntryStep[] {
  return objectsOf(value).map((step) => ({
    title: textOf(step.title),
    description: textOf(step.description),
    outcome: textOf(step.outcome),
    startedAt: time(step.startedOn),
    endedAt: time(step.completedOn),
    steps: steps(step.stepResults),
    attachments: references(step.attachments),
    parameters: pairs(step.parameters),
  }));
}

function references(value: unknown): string[] {
  return listOf(value).map((one) => textOf(membersOf(one).id) || textOf(one));
}

function pairs(value: unknown): [string, string][] {
  return Object.entries(membersOf(value)).map(([name, member]) => [name, textOf(member)]);
}

function objectsOf(value: unknown): Members[] {
  return listOf(value).filter(isObject);
}

function letter(value: unknown): OutcomeLetter {
  return value === 'P' || value === 'B' || value === 'S' ? value : 'F';
}

function known(time: number): number | undefined {
  return time < 0 ? undefined : time;
}

function time(value: unknown): number | undefined {
  const result = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(result) ? undefined : result;
}
