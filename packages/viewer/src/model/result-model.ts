import {
  ownAdditions,
  type Result,
  type ResultLine,
  readLine,
  referencesOf,
  type StepResult,
} from '@testpoint/interface/codec';
import { isSameFile, type RerunTarget, restOf, resultTimes } from '@testpoint/report/browser';
import type { ErrorView, ReportFile, ResultItem, ResultView, RunData } from '@testpoint/report/format';
import { visible, visibleDeep } from '../text/visible.js';
import { type LinkModel, linkOf } from './links.js';
import { type Look, lookOfLetter, lookOfName } from './outcome.js';

export interface AttachmentModel {
  name: string;
  contentType: string;
  file: ReportFile;
}

export interface StepModel {
  title: string;
  description: string;
  look: Look;
  startedAt: number | undefined;
  /** Milliseconds. */
  duration: number | undefined;
  steps: StepModel[];
  attachments: AttachmentModel[];
  parameters: [string, string][];
  /** Where the test called it, such as `cart.spec.ts:12`; '' if unknown. */
  place: string;
}

export interface AttemptModel {
  look: Look;
  startedAt: number | undefined;
  duration: number | undefined;
  errors: ErrorView[];
  setup: StepModel[];
  steps: StepModel[];
  teardown: StepModel[];
  /** Those of the test as a whole. Those of a step are shown with the step. */
  attachments: AttachmentModel[];
}

/** One result, ready for display. Its texts are made visible (`text/visible.ts`), except the names in `target`. */
export interface ResultModel {
  id: string;
  title: string;
  /** Titles of the enclosing describe blocks. */
  suites: string[];
  file: string;
  line: number | undefined;
  project: string | undefined;
  worker: number | undefined;
  look: Look;
  /** The rest of the message, without the errors. */
  note: string;
  startedAt: number | undefined;
  duration: number | undefined;
  /** All of them. */
  attempts: AttemptModel[];
  /** The attempt that counts. */
  last: AttemptModel;
  parameters: [string, string][];
  properties: [string, string][];
  links: LinkModel[];
  target: RerunTarget;
  /** Everything else that was sent to the service. */
  body: Partial<Result>;
}

const OTHERS = /\(\+\d+ more\)/;

/** A line whose texts are visible, with what we added to it. */
interface Entry extends ResultLine {
  own: ReturnType<typeof ownAdditions>;
  startedAt: number | undefined;
  endedAt: number | undefined;
  duration: number | undefined;
}

export function resultModel(item: ResultItem, run: RunData): ResultModel {
  const raw = readLine(item.entry);
  const { parameters = {}, properties = {} } = raw.body;
  const { file, titles, line, project } = raw.view;
  const entry = entryOf(raw);
  const { view, body, own, startedAt, duration } = entry;
  const { earlier, last } = attemptsOf(entry, attachmentsOf(entry, item.files));
  const isFlaky = body.outcome === 'Passed' && earlier.some(({ look }) => look === 'failed');
  const { framework = '', frameworkVersion } = run.sessions[item.session] ?? {};
  return {
    id: entry.id,
    title: oneLine(view.titles.at(-1) ?? '') || entry.id.trim() || '(untitled)',
    suites: view.titles.slice(0, -1).map(oneLine),
    file: view.file,
    line: view.line,
    project: view.project,
    worker: view.worker,
    look: isFlaky ? 'flaky' : lookOfName(body.outcome),
    note: noteOf(entry),
    ...{ startedAt, duration },
    attempts: [...earlier, last],
    last,
    parameters: pairsOf(parameters).filter(([name]) => name !== own.parameter),
    properties: pairsOf(properties),
    links: (body.links ?? []).map(linkOf),
    target: { framework, frameworkVersion, file, titles, line, project },
    body,
  };
}

function entryOf(raw: ResultLine): Entry {
  const { startedAt, endedAt, duration } = resultTimes(raw);
  // `visibleDeep` only replaces texts, so the type stays the same.
  const shown = visibleDeep(raw) as ResultLine;
  for (const { location } of [shown.view, ...(shown.view.earlier ?? [])].flatMap(({ errors }) => errors ?? [])) {
    if (location !== undefined && isSameFile(location.file, shown.view.file)) location.file = shown.view.file;
  }
  const times = { startedAt: known(startedAt), endedAt: known(endedAt), duration: known(duration) };
  return { ...shown, ...times, own: ownAdditions(raw) };
}

/** Masked names may be equal once they are visible, so they are no map. */
function pairsOf(values: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(values).map(([name, value]) => [visible(name), visible(value)]);
}

function attachmentsOf(
  { attachments }: ResultLine,
  contents: readonly ReportFile[],
): ReadonlyMap<string, AttachmentModel> {
  return new Map(
    attachments.map(({ name, contentType, placeholder }, index) => {
      const file = { ...contents[index] };
      if (file.text !== undefined) file.text = visible(file.text);
      if (file.missing !== undefined) file.missing = visible(file.missing);
      return [placeholder, { name, contentType, file }];
    }),
  );
}

/** Earlier attempts are the first steps of the body. Their errors are in the report's own `view`. */
function attemptsOf(
  entry: Entry,
  attachments: ReadonlyMap<string, AttachmentModel>,
): { earlier: AttemptModel[]; last: AttemptModel } {
  const { view, startedAt, endedAt, own } = entry;
  const { outcome, stepResults = [], setupResults = [], teardownResults = [] } = entry.body;
  const models = (steps: readonly StepResult[]) => steps.map((step) => stepModel(step, attachments));
  const earlier = models(stepResults.slice(0, own.steps)).map((model, index): AttemptModel => {
    const known = view.earlier?.[index];
    const errors = known?.errors ?? (model.description === '' ? [] : [{ message: model.description }]);
    setPlaces(model.steps, known?.stepPlaces);
    const { startedAt: begin, duration, steps } = model;
    const look = known === undefined ? model.look : lookOfLetter(known.outcome);
    return { look, startedAt: begin, duration, errors, setup: [], steps, teardown: [], attachments: model.attachments };
  });
  const [setup, steps, teardown] = [
    models(setupResults),
    models(stepResults.slice(own.steps)),
    models(teardownResults),
  ];
  const begin =
    earlier.length === 0 ? startedAt : (setup[0]?.startedAt ?? steps[0]?.startedAt ?? lastStart(entry, earlier));
  const last: AttemptModel = {
    look: lookOfName(outcome),
    startedAt: begin,
    duration: span(begin, endedAt),
    errors: errorsOf(entry),
    ...{ setup, steps, teardown },
    attachments: pick(referencesOf(entry.body), attachments),
  };
  setPlaces(stepsOf(last), view.stepPlaces);
  return { earlier, last };
}

function lastStart({ startedAt, endedAt, duration }: Entry, earlier: readonly AttemptModel[]): number | undefined {
  if (startedAt === undefined || endedAt === undefined || duration === undefined) return undefined;
  const ended = earlier.map(({ startedAt: from, duration: took }) => ({
    startedAt: from,
    endedAt: from === undefined || took === undefined ? undefined : from + took,
  }));
  return endedAt - restOf({ startedAt, duration }, ended);
}

/** The outermost steps, in order. */
export function stepsOf({ setup, steps, teardown }: Pick<AttemptModel, 'setup' | 'steps' | 'teardown'>): StepModel[] {
  return [...setup, ...steps, ...teardown];
}

/** The errors from the report, or else the error as it would be sent to the service. */
function errorsOf({ view, body: { outcome, message = '', traces = '' } }: Entry): ErrorView[] {
  if (view.errors !== undefined && view.errors.length > 0) return view.errors;
  if (outcome !== 'Failed') return [];
  return [{ message, ...(traces !== '' && { stack: traces }) }];
}

/** The rest of the message. The message of the first error is shown separately. */
function noteOf({ view, body: { outcome, message = '' } }: Entry): string {
  const shown = view.errors?.[0]?.message;
  if (shown === undefined) return outcome === 'Failed' ? '' : message;
  // The other errors are shown, too.
  return message
    .replace(shown, () => '')
    .replace(OTHERS, '')
    .trim();
}

function stepModel(step: StepResult, attachments: ReadonlyMap<string, AttachmentModel>): StepModel {
  const { title = '', description = '', outcome, startedOn, completedOn, stepResults = [], parameters = {} } = step;
  const startedAt = timeOf(startedOn);
  return {
    title: oneLine(title) || '(untitled)',
    description,
    look: lookOfName(outcome),
    startedAt,
    duration: span(startedAt, timeOf(completedOn)),
    steps: stepResults.map((inner) => stepModel(inner, attachments)),
    attachments: pick(referencesOf(step), attachments),
    parameters: Object.entries(parameters),
    place: '',
  };
}

/** @param places `ResultView.stepPlaces`, in the order of the steps, each before those inside it */
function setPlaces(steps: readonly StepModel[], places: ResultView['stepPlaces']): void {
  const lines = linesOf(places);
  const set = (list: readonly StepModel[]) => {
    for (const step of list) {
      step.place = lines.next().value ?? '';
      set(step.steps);
    }
  };
  set(steps);
}

function* linesOf(places: ResultView['stepPlaces'] = []): Generator<string, string> {
  let file = '';
  for (const place of places) {
    if (typeof place === 'string') file = place;
    else yield place > 0 ? `${file}:${place}` : '';
  }
  return '';
}

function pick(ids: readonly string[], attachments: ReadonlyMap<string, AttachmentModel>): AttachmentModel[] {
  return ids.map((id) => attachments.get(id)).filter((one) => one !== undefined);
}

function span(start: number | undefined, end: number | undefined): number | undefined {
  return start === undefined || end === undefined || end < start ? undefined : end - start;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function timeOf(text = ''): number | undefined {
  return known(Date.parse(text));
}

/** Undefined for an unknown time. */
function known(time: number): number | undefined {
  return time >= 0 ? time : undefined;
}
