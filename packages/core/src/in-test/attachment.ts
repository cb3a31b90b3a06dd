import { append, asText, isBinary, startsWith } from '../built-ins/language.js';
import { bytesOf } from '../built-ins/node.js';
import { toJson } from '../built-ins/plain-json.js';
import type { Channel, Taken } from '../channel/write/channel-writer.js';
import type { AttachmentRecord } from '../model.js';
import type { AttachmentContent } from './api-types.js';
import { jsonSafe } from './json-safe.js';
import { extensionOf, mediaTypeOf } from './media-type.js';
import type { Place } from './place-types.js';

/** @param given by the caller. Default: guessed */
export function contentTypeOf(content: AttachmentContent, given: string | undefined): string {
  if (given !== undefined) return asText(given);
  if (isFile(content)) return mediaTypeOf(extensionOf(asText(content.path)));
  return isBinary(content) ? 'application/octet-stream' : 'text/plain';
}

/** A record of content that is in the channel now. */
export function attachment(
  writer: Channel,
  name: string,
  content: AttachmentContent,
  contentType: string,
): AttachmentRecord {
  return { name, contentType, ...taken(writer, content, contentType) };
}

function taken(writer: Channel, content: AttachmentContent, contentType: string): Taken {
  if (isFile(content)) {
    const path = asText(content.path);
    return writer.copy(path, extensionOf(path));
  }
  if (isBinary(content)) return writer.save(content, '');
  const text = typeof content === 'string' ? content : toJson(jsonSafe(content));
  return writer.save(bytesOf(text), startsWith(contentType, 'text/') ? '.txt' : '');
}

function isFile(content: AttachmentContent): content is { path: string } {
  return typeof content === 'object' && content !== null && !isBinary(content) && 'path' in content;
}

/** Adds it to the step in which the call was made, or to the test. */
export function addAttachment(here: Place, record: AttachmentRecord): void {
  const owner: { attachments?: AttachmentRecord[] } | undefined = here.step ?? here.attempt?.data;
  if (owner === undefined) return;
  owner.attachments ??= [];
  append(owner.attachments, record);
}
