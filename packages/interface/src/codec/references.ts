import type { AttachmentReference, Result, StepResult } from './result.js';

/** Visits all steps of a result, each before those inside it. */
export function eachStep(body: Partial<Result>, visit: (step: StepResult) => void): void {
  for (const steps of [body.setupResults, body.stepResults, body.teardownResults]) visitAll(steps, visit);
}

/** The GUIDs of the attachments of a result or a step. */
export function referencesOf({ attachments = [] }: Pick<Partial<Result>, 'attachments'>): string[] {
  return attachments.map(idOf);
}

export function idOf(reference: string | AttachmentReference): string {
  return typeof reference === 'string' ? reference : reference.id;
}

function visitAll(steps: readonly StepResult[] | undefined, visit: (step: StepResult) => void): void {
  if (steps === undefined) return;
  for (const step of steps) {
    visit(step);
    visitAll(step.stepResults, visit);
  }
}
