import type { AttachmentRecord, StepRecord, TestRecord } from '../../model.js';
import type { AttachmentStore } from '../../outbox/write/attachments.js';

/**
 * Puts the files that a record names by path into the outbox. Changes the record in place: each `path` becomes `kept`, or
 * `missing` with the reason.
 */
export function takeFiles(record: TestRecord, store: AttachmentStore): void {
  eachAttachment(record, (attachment) => take(attachment, store));
}

/** Visits the attachments of all attempts and their steps. */
export function eachAttachment({ attempts }: TestRecord, visit: (attachment: AttachmentRecord) => void): void {
  for (let index = 0; index < attempts.length; index++) {
    const attempt = attempts[index];
    if (attempt === undefined) continue;
    eachOf(attempt.attachments, visit);
    eachOfSteps(attempt.setup, visit);
    eachOfSteps(attempt.body, visit);
    eachOfSteps(attempt.teardown, visit);
  }
}

function wayOf({ isOfChannel, owned }: AttachmentRecord): 'move' | 'link' | 'copy' {
  if (isOfChannel === true) return 'move';
  return owned === true ? 'link' : 'copy';
}

/** Without recursion, because steps may be nested deeper than the stack allows. */
function eachOfSteps(roots: StepRecord[], visit: (attachment: AttachmentRecord) => void): void {
  if (roots.length === 0) return;
  const open: StepRecord[][] = [roots];
  for (let depth = 0; depth < open.length; depth++) {
    const steps = open[depth];
    if (steps === undefined) continue;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index];
      if (step?.attachments !== undefined) eachOf(step.attachments, visit);
      if (step?.steps !== undefined && step.steps.length > 0) open[open.length] = step.steps;
    }
  }
}

function eachOf(attachments: AttachmentRecord[], visit: (attachment: AttachmentRecord) => void): void {
  for (let index = 0; index < attachments.length; index++) {
    const attachment = attachments[index];
    if (attachment !== undefined) visit(attachment);
  }
}

function take(attachment: AttachmentRecord, store: AttachmentStore): void {
  if (attachment.path === undefined || attachment.kept !== undefined) return;
  try {
    attachment.kept = store.keep(attachment.path, wayOf(attachment));
  } catch (error) {
    attachment.missing = error instanceof Error ? error.message : 'it could not be read';
  }
  delete attachment.path;
}
