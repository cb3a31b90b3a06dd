import { isObject } from '@testpoint/interface/codec';
import { attachmentsIn, type ResultBody } from '../database/facts.js';
import type { Entry, StoredAttachment } from '../database/store.js';

/** An attachment that a body names; its name and type if the server has it. */
export type NamedAttachment = Pick<StoredAttachment, 'id'> & Partial<Pick<StoredAttachment, 'name' | 'contentType'>>;

/** A result as the line of a journal, which reports contain. @param body as received, in UTF-8 */
export function entryOf({ externalId, outcome }: Pick<Entry, 'externalId' | 'outcome'>, body: Uint8Array) {
  const { stackTrace, ...rest } = JSON.parse(Buffer.from(body).toString(), comparable) as Record<string, unknown>;
  return { id: externalId, body: { ...rest, outcome, traces: rest.traces ?? stackTrace } };
}

/** Ids of the attachments that a body names, in lower case. */
export function attachmentIds(body: Uint8Array): string[] {
  return [...new Set(attachmentsIn(JSON.parse(Buffer.from(body).toString()) as ResultBody))];
}

/** Whether an attachment is shown as text. Its type was stored in lower case and without parameters. */
export function isText(contentType: string): boolean {
  return /^text\/|[/+]json$|^application\/(xml|javascript|x-ndjson|yaml)$/.test(contentType);
}

/** The attachments of such a line. */
export function attachmentsOf(attachments: readonly NamedAttachment[]) {
  return attachments.map(({ id, name = id, contentType = '' }) => ({ placeholder: id, name, contentType }));
}

/** Makes ids of attachments comparable, and names the steps of the legacy body like others. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'attachments' && Array.isArray(value)) return value.map(lowerCased);
  if (isObject(value) && typeof value.action === 'string' && value.title === undefined) {
    return { ...value, title: value.action };
  }
  return value;
}

function lowerCased(reference: unknown): unknown {
  if (typeof reference === 'string') return reference.toLowerCase();
  return isObject(reference) && typeof reference.id === 'string' ? { id: reference.id.toLowerCase() } : reference;
}
