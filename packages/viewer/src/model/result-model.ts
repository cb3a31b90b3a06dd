import { attemptSteps, isSameFile, ownParameters, type RerunTarget, restOf } from '@testpoint/report/browser';
import type { ErrorView, ReportFile, ResultItem, ResultView, RunData } from '@testpoint/report/format';
import { visible, visibleDeep } from '../text/visible.js';
import { type LinkModel, linkOf } from './links.js';
import { type Look, lookOfLetter, lookOfName } from './outcome.js';
import { type EntryStep, type ResultEntry, readEntry } from './result-entry.js';

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
  failureReason: string | undefined;
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
}

const OTHERS = /\(\+\d+ more\)/;

export function resultModel(item: ResultItem, run: RunData): ResultModel {
  const raw = readEntry(item);
  const entry = visibleEntry(raw);
  const { view } = entry;
  const attachments = attachmentsOf(entry, item.files);
  const { earlier, last } = attemptsOf(entry, attachments);
  const isFlaky = entry.outcome === 'Passed' && earlier.some(({ look }) => look === 'failed');
  const { file, titles, line, project } = raw.view;
  const { framework = '', frameworkVersion } = run.sessions[item.session] ?? {};
  return {
    id: entry.id,
    title: oneLine(view.titles.at(-1) ?? '') || entry.id.trim() || '(untitled)',
    suites: view.titles.slice(0, -1).map(oneLine),
    file: view.file,
    line: view.line,
    project: view.project,
    worker: view.worker,
    look: isFlaky ? 'flaky' : lookOfName(entry.outcome),
    note: noteOf(entry),
    failureReason: entry.failureReason,
    startedAt: entry.startedAt,
    duration: entry.duration,
    attempts: [...earlier, last],
    last,
    parameters: ownParameters(entry.parameters, view.earlier?.length ?? earlier.length),
    properties: entry.properties,
    links: entry.links.map(linkOf),
    target: { framework, frameworkVersion, file, titles, line, project },
  };
}

function visibleEntry(entry: ResultEntry): ResultEntry {
  // `visibleDeep` only replaces texts, so the type stays the same.
  const shown = visibleDeep(entry) as ResultEntry;
  for (const { location } of [shown.view, ...(shown.view.earlier ?? [])].flatMap(({ errors }) => errors ?? [])) {
    if (location !== undefined && isSameFile(location.file, shown.view.file)) location.file = shown.view.file;
  }
  return shown;
}

function attachmentsOf({ files }: ResultEntry, contents: readonly ReportFile[]): Map<string, AttachmentModel> {
  return new Map(
    files.map(({ name, contentType, placeholder }, index) => {
      const file = { ...contents[index] };
      if (file.text !== undefined) file.text = visible(file.text);
      if (file.missing !== undefined) file.missing = visible(file.missing);
      return [placeholder, { name, contentType, file }];
    }),
  );
}

/** Earlier attempts are the first steps of the body. Their errors are in the report's own `view`. */
function attemptsOf(
  entry: ResultEntry,
  attachments: Map<string, AttachmentModel>,
): { earlier: AttemptModel[]; last: AttemptModel } {
  const { view, startedAt, endedAt } = entry;
  const known = view.earlier ?? [];
  const titles = entry.steps.map(({ title }) => title);
  const first = attemptSteps(titles, view.earlier?.length);
  const earlier = entry.steps.slice(0, first).map((step, index): AttemptModel => {
    const model = stepModel(step, attachments);
    const errors = known[index]?.errors ?? (step.description === '' ? [] : [{ message: step.description }]);
    setPlaces(model.steps, known[index]?.stepPlaces);
    const { startedAt: begin, duration, steps } = model;
    const look = known[index] === undefined ? model.look : lookOfLetter(known[index].outcome);
    return { look, startedAt: begin, duration, errors, setup: [], steps, teardown: [], attachments: model.attachments };
  });
  const begin =
    first === 0
      ? startedAt
      : (entry.setup[0]?.startedAt ?? entry.steps[first]?.startedAt ?? lastStart(entry, entry.steps.slice(0, first)));
  const last: AttemptModel = {
    look: lookOfName(entry.outcome),
    startedAt: begin,
    duration: span(begin, endedAt),
    errors: errorsOf(entry),
    setup: stepModels(entry.setup, attachments),
    steps: stepModels(entry.steps.slice(first), attachments),
    teardown: stepModels(entry.teardown, attachments),
    attachments: pick(entry.attachments, attachments),
  };
  setPlaces(stepsOf(last), view.stepPlaces);
  return { earlier, last };
}

function lastStart({ startedAt, endedAt, duration }: ResultEntry, earlier: readonly EntryStep[]): number | undefined {
  if (startedAt === undefined || endedAt === undefined || duration === undefined) return undefined;
  return endedAt - restOf({ startedAt, duration }, earlier);
}

/** The outermost steps, in order. */
export function stepsOf({ setup, steps, teardown }: Pick<AttemptModel, 'setup' | 'steps' | 'teardown'>): StepModel[] {
  return [...setup, ...steps, ...teardown];
}

/** The errors from the report, or else the error as it would be sent to the service. */
function errorsOf({ view, outcome, message, traces }: ResultEntry): ErrorView[] {
  if (view.errors !== undefined && view.errors.length > 0) return view.errors;
  if (outcome !== 'Failed') return [];
  return [{ message, ...(traces !== '' && { stack: traces }) }];
}

/** The rest of the message. The message of the first error is shown separately. */
function noteOf({ message, outcome, view }: ResultEntry): string {
  const shown = view.errors?.[0]?.message;
  if (shown === undefined) return outcome === 'Failed' ? '' : message;
  // The other errors are shown, too.
  return message
    .replace(shown, () => '')
    .replace(OTHERS, '')
    .trim();
}

function stepModels(steps: readonly EntryStep[], attachments: Map<string, AttachmentModel>): StepModel[] {
  return steps.map((step) => stepModel(step, attachments));
}

function stepModel(step: EntryStep, attachments: Map<string, AttachmentModel>): StepModel {
  return {
    title: oneLine(step.title) || '(untitled)',
    description: step.description,
    look: lookOfName(step.outcome),
    startedAt: step.startedAt,
    duration: span(step.startedAt, step.endedAt),
    steps: stepModels(step.steps, attachments),
    attachments: pick(step.attachments, attachments),
    parameters: step.parameters,
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

function pick(ids: readonly string[], attachments: Map<string, AttachmentModel>): AttachmentModel[] {
  return ids.map((id) => attachments.get(id)).filter((one) => one !== undefined);
}

function span(start: number | undefined, end: number | undefined): number | undefined {
  return start === undefined || end === undefined || end < start ? undefined : end - start;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
