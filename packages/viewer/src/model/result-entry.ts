import { fromId } from '@testpoint/report/browser';
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
  const line = isObject(entry) ? entry : {};
  const body = isObject(line.body) ? line.body : {};
  const id = text(line.id) || text(body.autoTestExternalId);
  return {
    id,
    outcome: text(body.outcome),
    message: text(body.message),
    traces: text(body.traces),
    failureReason: text(body.failureReasonName) || undefined,
    startedAt: time(body.startedOn),
    endedAt: time(body.completedOn),
    setup: steps(body.setupResults),
    steps: steps(body.stepResults),
    teardown: steps(body.teardownResults),
    parameters: pairs(body.parameters),
    properties: pairs(body.properties),
    links: objects(body.links).map((link) => ({
      url: text(link.url),
      title: text(link.title),
      description: text(link.description),
      type: text(link.type),
    })),
    attachments: references(body.attachments),
    files: objects(line.attachments).map((file) => ({
      name: text(file.name),
      contentType: text(file.contentType),
      placeholder: text(file.placeholder),
    })),
    view: viewOf(line.view, id),
  };
}

function viewOf(value: unknown, id: string): ResultView {
  const view = isObject(value) ? value : {};
  const titles = Array.isArray(view.titles) ? view.titles.map(text) : [];
  const result: ResultView = titles.length > 0 ? { file: text(view.file), titles } : fromId(id);
  const line = number(view.line);
  if (line !== undefined) result.line = line;
  if (text(view.project) !== '') result.project = text(view.project);
  const worker = number(view.worker);
  if (worker !== undefined) result.worker = worker;
  if (Array.isArray(view.errors)) result.errors = errors(view.errors);
  addPlaces(result, view.stepPlaces);
  if (Array.isArray(view.earlier)) result.earlier = objects(view.earlier).map(attempt);
  return result;
}

function attempt(value: Record<string, unknown>): AttemptView {
  const result: AttemptView = { outcome: letter(value.outcome) };
  const startedAt = number(value.startedAt);
  const endedAt = number(value.endedAt);
  if (startedAt !== undefined) result.startedAt = startedAt;
  if (endedAt !== undefined) result.endedAt = endedAt;
  if (Array.isArray(value.errors)) result.errors = errors(value.errors);
  addPlaces(result, value.stepPlaces);
  return result;
}

function addPlaces(result: ResultView | AttemptView, places: unknown): void {
  if (Array.isArray(places)) result.stepPlaces = places.map((place) => number(place) ?? text(place));
}

function errors(values: readonly unknown[]): ErrorView[] {
  return objects(values).map((value) => {
    const error: ErrorView = { message: text(value.message) };
    for (const name of ['stack', 'expected', 'actual', 'codeFrame', 'frameColors'] as const) {
      const member = value[name];
      if (typeof member === 'string') error[name] = member;
    }
    const { location } = value;
    const line = isObject(location) ? number(location.line) : undefined;
    if (isObject(location) && line !== undefined) {
      const column = number(location.column);
      error.location = { file: text(location.file), line, ...(column !== undefined && { column }) };
    }
    return error;
  });
}

function steps(value: unknown): EntryStep[] {
  return objects(value).map((step) => ({
    title: text(step.title),
    description: text(step.description),
    outcome: text(step.outcome),
    startedAt: time(step.startedOn),
    endedAt: time(step.completedOn),
    steps: steps(step.stepResults),
    attachments: references(step.attachments),
    parameters: pairs(step.parameters),
  }));
}

function references(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => (isObject(one) ? text(one.id) : text(one)));
}

function pairs(value: unknown): [string, string][] {
  return isObject(value) ? Object.entries(value).map(([name, member]) => [name, text(member)]) : [];
}

function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function letter(value: unknown): OutcomeLetter {
  return value === 'P' || value === 'B' || value === 'S' ? value : 'F';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function time(value: unknown): number | undefined {
  const result = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(result) ? undefined : result;
}
