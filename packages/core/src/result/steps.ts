import type { STEP, StepResult, UsersTexts } from '@testpoint/interface/codec';
import { MAX_STEP_DEPTH, type Outcome } from '@testpoint/interface/constants';
import type { StepRecord, TestStatus } from '../model.js';
import { addAttachments, addTexts, type Draft, stepDraft } from './draft.js';
import { headline } from './errors.js';
import { toStringMap } from './string-map.js';
import { joinParagraphs, plain, shorten } from './text/text.js';
import { addTimes } from './times.js';

const PATH_SEPARATOR = ' › ';
/** A longer path of titles shows only its start and end, because 300 levels would repeat everything 300 times. */
const LONGEST_PATH = 1000;
const LONGEST_NAME_IN_PATH = 100;
const NAMES_AT_EACH_END = 3;

/**
 * Adds steps with their contents, in order. Steps that are deeper than the interface allows follow their ancestor at the
 * deepest level, with the path from there in the title (docs/decisions.md, "Units and limits").
 * @param level of these steps; 1 is the outermost
 */
export function addSteps(target: StepResult[], records: StepRecord[], level: number, draft: Draft): void {
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as StepRecord;
    const step = toStep(record, titleOf(record), draft);
    target[target.length] = step;
    const inner = record.steps;
    if (inner === undefined || inner.length === 0) continue;
    if (level < MAX_STEP_DEPTH) {
      step.stepResults = [];
      addSteps(step.stepResults, inner, level + 1, draft);
    } else {
      foldSteps(target, record, inner, draft);
    }
  }
}

const OUTCOMES: Readonly<Record<string, Outcome>> = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped' };

export function outcomeOf(status: TestStatus): Outcome {
  return OUTCOMES[status] ?? 'Blocked';
}

/** The steps that are too deep, as siblings of their ancestor. No recursion, because trees may be thousands of levels deep. */
function foldSteps(target: StepResult[], outer: StepRecord, inner: StepRecord[], draft: Draft): void {
  const path = [titleOf(outer)];
  const levels = [{ steps: inner, next: 0 }];
  for (let level = levels[0]; level !== undefined; level = levels[levels.length - 1]) {
    if (level.next >= level.steps.length) {
      levels.length--;
      path.length--;
      continue;
    }
    const record = level.steps[level.next++] as StepRecord;
    const title = titleOf(record);
    target[target.length] = toStep(record, `${pathTo(path)}${title}`, draft);
    if (record.steps === undefined || record.steps.length === 0) continue;
    path[path.length] = title;
    levels[levels.length] = { steps: record.steps, next: 0 };
  }
}

/** `outer › inner › ` */
function pathTo(titles: string[]): string {
  let path = '';
  for (let index = 0; index < titles.length; index++) {
    path += `${titles[index]}${PATH_SEPARATOR}`;
    if (path.length > LONGEST_PATH) return shortPathTo(titles);
  }
  return path;
}

function shortPathTo(titles: string[]): string {
  const left = titles.length - 2 * NAMES_AT_EACH_END;
  let path = '';
  for (let index = 0; index < titles.length; index++) {
    if (left > 0 && index === NAMES_AT_EACH_END) {
      path += `… ${left} more …${PATH_SEPARATOR}`;
      index += left;
    }
    path += `${shorten(titles[index] ?? '', LONGEST_NAME_IN_PATH)}${PATH_SEPARATOR}`;
  }
  return path;
}

function titleOf(record: StepRecord): string {
  return plain(record.title) || '(untitled)';
}

function toStep(record: StepRecord, title: string, draft: Draft): StepResult {
  const own = stepDraft(draft);
  const step: StepResult = {};
  addTexts<UsersTexts<typeof STEP>>(step, { title, description: descriptionOf(record) }, own);
  addTimes(step, record, draft.mapping.settings.durationUnit);
  step.outcome = outcomeOf(record.status);
  const parameters = toStringMap(record.parameters, undefined, 'parameter', own);
  if (parameters !== undefined) step.parameters = parameters;
  if (record.attachments !== undefined) addAttachments(record.attachments, own);
  if (own.references.length > 0) step.attachments = own.references;
  return step;
}

/** The step's own description, then its error. Stacks are in the result's traces, because each level would repeat them. */
function descriptionOf(record: StepRecord): string {
  const { description, error } = record;
  return joinParagraphs(
    description === undefined ? '' : plain(description),
    error === undefined ? '' : headline(error),
  );
}
