import { append, asText, isBinary, startsWith } from '../built-ins/language.js';
import { bytesOf } from '../built-ins/node.js';
import { toJson } from '../built-ins/plain-json.js';
import type { Channel, Taken } from '../channel/write/channel-writer.js';
import type { AttachmentRecord } from '../model.js';
import type { AttachmentContent } from './api-types.js';
import { jsonSafe } from './json-safe.js';
import { extensionOf, mediaTypeOf } from './media-type.js';
import type { Place } from './place-types.js';

/** A record of content that is in the channel now. @param contentType Default: guessed */
export function attachment(
  writer: Channel,
  name: string,
  content: AttachmentContent,
  contentType: string | undefined,
): AttachmentRecord {
  const given = contentType === undefined ? undefined : asText(contentType);
  const isFile = typeof content === 'object' && content !== null && !isBinary(content) && 'path' in content;
  if (isFile) {
    const path = asText(content.path);
    return { name, contentType: given ?? mediaTypeOf(extensionOf(path)), ...writer.copy(path) };
  }
  const fallback = isBinary(content) ? 'application/octet-stream' : 'text/plain';
  return { name, contentType: given ?? fallback, ...saved(writer, content, given ?? fallback) };
}

function saved(writer: Channel, content: string | Uint8Array, contentType: string): Taken {
  if (isBinary(content)) return writer.save(content, '');
  const text = typeof content === 'string' ? content : toJson(jsonSafe(content));
  return writer.save(bytesOf(text), startsWith(contentType, 'text/') ? '.txt' : '');
}

/** Adds it to the step in which the call was made, or to the test. */
export function addAttachment(here: Place, record: AttachmentRecord): void {
  const owner: { attachments?: AttachmentRecord[] } | undefined = here.step ?? here.attempt?.data;
  if (owner === undefined) return;
  owner.attachments ??= [];
  append(owner.attachments, record);
}
