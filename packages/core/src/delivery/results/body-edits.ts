import { type AttachmentReference, eachStep, idOf, type Result } from '@testpoint/interface/codec';
import type { AttachmentEntry } from '../../outbox/format/entries.js';
import { notUploaded } from '../../result/attachment-messages.js';
import type { UploadResult } from '../attachments/known-uploads.js';
import { bodyNotAResult } from '../messages.js';

/** A placeholder in a body: a whole JSON string. */
const PLACEHOLDER = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi;
/** How many missing attachments a result's message names. */
const NAMED = 100;

/**
 * Replaces the attachments' placeholders by their GUIDs, in one pass however many there are. A placeholder is a random GUID,
 * so it occurs nowhere else. If an upload was refused, the attachment is removed, and the reason is added to the result's
 * message.
 * @returns also the attachments missing from the result, and why
 */
export function placeAttachments(
  body: Buffer,
  attachments: readonly AttachmentEntry[],
  uploads: readonly UploadResult[],
): { body: Buffer; missing: string[] } {
  const ids = new Map<string, string>();
  const refused = new Map<string, string>();
  attachments.forEach(({ placeholder, name }, index) => {
    const upload = uploads[index];
    if (upload !== undefined && 'id' in upload) ids.set(placeholder, upload.id);
    else refused.set(placeholder, `${name}: ${upload?.refused ?? notUploaded}`);
  });
  const text = body.toString('utf8').replace(PLACEHOLDER, (found, placeholder: string) => {
    const id = ids.get(placeholder);
    return id === undefined ? found : `"${id}"`;
  });
  const missing = [...refused.values()];
  if (missing.length === 0) return { body: Buffer.from(text), missing };
  const result = JSON.parse(text) as Result;
  removeReferences(result, refused);
  const note = noteOf(missing);
  result.message = result.message === undefined ? note : `${result.message}\n\n${note}`;
  return { body: Buffer.from(JSON.stringify(result)), missing };
}

/** Adds the configuration that its session did not know. */
export function placeConfiguration(body: Buffer, configurationId: string): Buffer {
  const result = JSON.parse(body.toString('utf8')) as Result;
  return Buffer.from(JSON.stringify({ ...result, configurationId }));
}

/** The ids in a body; undefined if it is damaged. */
export function namesIn(body: Buffer): { externalId: string; configurationId: string } | undefined {
  try {
    const { autoTestExternalId, configurationId } = JSON.parse(body.toString('utf8')) as Result;
    return { externalId: autoTestExternalId, configurationId };
  } catch {
    return undefined;
  }
}

/** The reason for a result whose body is damaged in its own journal. */
export function notJson(error: unknown): string {
  return bodyNotAResult(error instanceof Error ? error.message : String(error));
}

function noteOf(missing: readonly string[]): string {
  const lines = missing.slice(0, NAMED).map((one) => `Attachment missing: ${one}`);
  if (missing.length > NAMED) lines.push(`Attachments missing: ${missing.length - NAMED} more`);
  return lines.join('\n');
}

function removeReferences(result: Result, refused: ReadonlyMap<string, string>): void {
  const isLeft = (reference: string | AttachmentReference) => !refused.has(idOf(reference));
  if (result.attachments !== undefined) result.attachments = result.attachments.filter(isLeft);
  eachStep(result, (step) => {
    if (step.attachments !== undefined) step.attachments = step.attachments.filter(isLeft);
  });
}
