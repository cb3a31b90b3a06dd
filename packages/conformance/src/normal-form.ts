import type { Result, StepResult } from '@testpoint/interface';
import type { Attachment } from '../../../scripts/inspection.mjs';

/** A result without the parts that differ between runs, short enough to read. */
export interface NormalResult {
  outcome: string;
  message?: string;
  setup?: Tree[];
  steps?: Tree[];
  teardown?: Tree[];
  /** `name (content type): content` */
  attachments?: string[];
  parameters?: Record<string, string>;
  properties?: Record<string, string>;
  /** `type url "title" (description)` */
  links?: string[];
  failureReason?: string;
}

/** A step, with its inner steps. A mark before the title shows how it ended, unless it passed. */
export type Tree = string | [string, ...Tree[]];

const MARKS: Record<string, string> = { Passed: '', Failed: '✗ ', Skipped: '– ', Blocked: '■ ' };
const SHOWN = 200;

/** @param ignored names of attachments that the framework adds itself */
export function toNormalForm(
  result: Result,
  attachments: ReadonlyMap<string, Attachment>,
  ignored: readonly string[] = [],
): NormalResult {
  const { message, setupResults, stepResults, teardownResults, parameters, properties, links } = result;
  const texts = (ids: readonly string[]) =>
    ids
      .map((id) => attachments.get(id))
      .filter((attachment) => attachment === undefined || !ignored.includes(attachment.name))
      .map(attachmentText);
  const tree = (steps: StepResult[]) => steps.map((step) => treeOf(step, texts));
  const own = texts((result.attachments ?? []).map((one) => (typeof one === 'string' ? one : one.id)));
  return {
    outcome: result.outcome,
    ...(message !== undefined && { message }),
    ...(setupResults !== undefined && { setup: tree(setupResults) }),
    ...(stepResults !== undefined && { steps: tree(stepResults) }),
    ...(teardownResults !== undefined && { teardown: tree(teardownResults) }),
    ...(own.length > 0 && { attachments: own }),
    ...(parameters !== undefined && { parameters }),
    ...(properties !== undefined && { properties }),
    ...(links !== undefined && { links: links.map(linkText) }),
    ...(result.failureReasonName !== undefined && { failureReason: result.failureReasonName }),
  };
}

function treeOf(step: StepResult, texts: (ids: readonly string[]) => string[]): Tree {
  const { title, description, outcome = 'Passed', parameters, attachments = [], stepResults = [] } = step;
  const text = [
    `${MARKS[outcome]}${title}`,
    parameters === undefined ? '' : ` ${JSON.stringify(parameters)}`,
    description === undefined ? '' : `: ${description.split('\n', 1)[0]}`,
    ...texts(attachments.map(({ id }) => id)).map((attachment) => ` [${attachment}]`),
  ].join('');
  return stepResults.length === 0 ? text : [text, ...stepResults.map((inner) => treeOf(inner, texts))];
}

function attachmentText(attachment: Attachment | undefined): string {
  if (attachment === undefined) return 'unknown';
  const { name, contentType, content } = attachment;
  const text = content.toString('utf8');
  const shown = Buffer.from(text).equals(content) && !text.includes('\u0000') ? text : content.toString('hex');
  return `${name} (${contentType}): ${shown.slice(0, SHOWN)}`;
}

function linkText({ type, url, title, description }: NonNullable<Result['links']>[number]): string {
  return [type, url, title && `"${title}"`, description && `(${description})`].filter(Boolean).join(' ');
}
