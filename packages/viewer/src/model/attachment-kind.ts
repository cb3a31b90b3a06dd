import { isPicture, isTrace } from '@testpoint/report/browser';
import type { AttachmentModel, AttemptModel, ResultModel, StepModel } from './result-model.js';

export type AttachmentKind = 'image' | 'video' | 'json' | 'text' | 'trace' | 'missing' | 'other';

const VIDEO = /^video\/(webm|mp4|ogg)$/;
const TEXT = /^(text\/.*|application\/(javascript|xml|x-ndjson|yaml|.*\+xml)|image\/svg\+xml)$/;

export function kindOf({ name, contentType, file }: AttachmentModel): AttachmentKind {
  if (file.missing !== undefined || (file.path === undefined && file.text === undefined)) return 'missing';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (isPicture(type)) return 'image';
  if (VIDEO.test(type)) return 'video';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (TEXT.test(type) || file.isText === true || file.text !== undefined) return 'text';
  return isTrace({ name, contentType: type }) ? 'trace' : 'other';
}

/** Pictures and traces of a failure, which stand beside its error, and all other attachments. */
export function evidenceIn({ errors, attachments }: AttemptModel): {
  evidence: AttachmentModel[];
  others: AttachmentModel[];
} {
  const isEvidence = (attachment: AttachmentModel) =>
    errors.length > 0 && ['image', 'trace'].includes(kindOf(attachment));
  return {
    evidence: attachments.filter(isEvidence),
    others: attachments.filter((attachment) => !isEvidence(attachment)),
  };
}

/** A screenshot comparison: expected picture, actual picture, and their difference. */
export interface Comparison {
  name: string;
  expected: AttachmentModel;
  actual: AttachmentModel;
  diff: AttachmentModel | undefined;
}

/** Separates Playwright's triples `x-expected`, `x-actual` and `x-diff` from the other attachments. */
export function comparisonsOf(attachments: readonly AttachmentModel[]): {
  comparisons: Comparison[];
  others: AttachmentModel[];
} {
  const sets = new Map<string, Map<string, AttachmentModel>>();
  for (const attachment of attachments) {
    const match = /^(.*)-(expected|actual|diff)(\.\w+)?$/.exec(attachment.name);
    if (match === null || kindOf(attachment) !== 'image') continue;
    const [, name = '', role = ''] = match;
    const set = sets.get(name) ?? new Map<string, AttachmentModel>();
    sets.set(name, set.set(role, attachment));
  }
  const comparisons: Comparison[] = [];
  const taken = new Set<AttachmentModel>();
  for (const [name, set] of sets) {
    const expected = set.get('expected');
    const actual = set.get('actual');
    if (expected === undefined || actual === undefined) continue;
    comparisons.push({ name, expected, actual, diff: set.get('diff') });
    for (const attachment of set.values()) taken.add(attachment);
  }
  return { comparisons, others: attachments.filter((attachment) => !taken.has(attachment)) };
}

/** Takes the comparisons out of the last attempt, wherever they were attached, if it failed: they explain its error. */
export function takeComparisons({ last }: ResultModel): Comparison[] {
  if (last.errors.length === 0) return [];
  const taken: Comparison[] = [];
  const take = (owner: AttemptModel | StepModel) => {
    const { comparisons, others } = comparisonsOf(owner.attachments);
    owner.attachments = others;
    taken.push(...comparisons);
    for (const step of owner.steps) take(step);
  };
  for (const step of [...last.setup, ...last.teardown]) take(step);
  take(last);
  return taken;
}
