import type { AttachmentReference } from '@testpoint/interface';
import { append, execute, keysOf } from '../built-ins/language.js';
import type { AttachmentRecord, KeptFile } from '../model.js';
import { attachmentMissing, notKept } from './attachment-messages.js';
import type { Mapping } from './mapping.js';
import { redact } from './masking/redaction.js';
import { noContentType } from './messages.js';
import { cutMiddle, isLong, plain } from './text/text.js';

/** An attachment to upload before its result. Exactly one of `kept` and `body` contains the content. */
export interface MappedAttachment {
  /** Placeholder GUID in the body until the upload returns the real one. */
  placeholder: string;
  name: string;
  contentType: string;
  kept?: KeptFile;
  body?: Uint8Array | string;
}

/** Everything besides the body that is collected while one record is mapped. */
export interface Draft {
  readonly mapping: Mapping;
  /** Those of the result, or of the step that is being mapped. */
  readonly references: AttachmentReference[];
  readonly attachments: MappedAttachment[];
  /** One line for each attachment without content. */
  readonly missing: string[];
  /** One line for each link that the interface can't represent. */
  readonly looseLinks: string[];
  readonly warnings: string[];
}

const ANY_CONTENT = 'application/octet-stream';
const TEXT_CONTENT = 'text/plain; charset=utf-8';
const MEDIA_TYPE = /^[\x21-\x7e]+\/[\x20-\x7e]+$/;

export function startDraft(mapping: Mapping): Draft {
  return { mapping, references: [], attachments: [], missing: [], looseLinks: [], warnings: [] };
}

/** For one step, which has references of its own. */
export function stepDraft({ mapping, attachments, missing, looseLinks, warnings }: Draft): Draft {
  return { mapping, references: [], attachments, missing, looseLinks, warnings };
}

/**
 * The text in a form that may leave the machine: masked, and shortened if it is long; the whole text then becomes the
 * attachment `wholeIn`.
 */
export function fit(text: string, wholeIn: string, draft: Draft): string {
  const masked = redact(text, draft.mapping.redaction);
  if (!isLong(masked)) return masked;
  refer({ name: wholeIn, contentType: TEXT_CONTENT, body: masked }, draft);
  return cutMiddle(masked, wholeIn);
}

/** Adds users' texts to a body or step (`users` in its table), each as `fit` makes it. Empty ones are left out. */
export function addTexts<Name extends string>(
  target: { [name in Name]?: string },
  texts: Readonly<Record<Name, string>>,
  draft: Draft,
): void {
  const names = keysOf(texts) as Name[];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as Name;
    if (texts[name] !== '') target[name] = fit(texts[name], `${name}.txt`, draft);
  }
}

export function addAttachments(records: AttachmentRecord[], draft: Draft): void {
  for (let index = 0; index < records.length; index++) addAttachment(records[index] as AttachmentRecord, draft);
}

function addAttachment(record: AttachmentRecord, draft: Draft): void {
  const { kept, body } = record;
  const name = plain(record.name) || 'attachment';
  // Bytes and files are masked during the upload, if their media type says that they are text.
  const sent = typeof body === 'string' ? redact(body, draft.mapping.redaction) : body;
  if (kept !== undefined) refer({ ...headOf(record, name, draft), kept }, draft);
  else if (sent !== undefined) refer({ ...headOf(record, name, draft), body: sent }, draft);
  else append(draft.missing, attachmentMissing(name, plain(record.missing ?? notKept)));
}

function headOf(record: AttachmentRecord, name: string, draft: Draft): Pick<MappedAttachment, 'name' | 'contentType'> {
  const contentType = contentTypeOf(record, name, draft);
  return { name: fit(name, 'name.txt', draft), contentType };
}

function contentTypeOf(record: AttachmentRecord, name: string, draft: Draft): string {
  const { contentType } = record;
  if (contentType === undefined || contentType === '') {
    return typeof record.body === 'string' ? TEXT_CONTENT : ANY_CONTENT;
  }
  const masked = redact(contentType, draft.mapping.redaction);
  if (execute(MEDIA_TYPE, masked) !== null) return masked;
  warn(noContentType(name, ANY_CONTENT), draft);
  return ANY_CONTENT;
}

function refer(content: Omit<MappedAttachment, 'placeholder'>, { mapping, attachments, references }: Draft): void {
  const placeholder = mapping.newGuid();
  append(attachments, { placeholder, ...content });
  append(references, { id: placeholder });
}

/** Warnings are printed, so they are masked, too. */
export function warn(text: string, draft: Draft): void {
  append(draft.warnings, redact(plain(text), draft.mapping.redaction));
}
