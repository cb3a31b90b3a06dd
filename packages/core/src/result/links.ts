import type { AttachmentReference, Link } from '@testpoint/interface';
import { LINK_TYPES, LINK_URL_PATTERN, type WireLinkType } from '@testpoint/interface/constants';
import { execute, trim } from '../built-ins/language.js';
import type { LinkRecord } from '../model.js';
import { type Draft, fit, warn } from './draft.js';
import { redact } from './masking/redaction.js';
import { isLong, plain } from './text/text.js';

const WEB_ADDRESS = new RegExp(LINK_URL_PATTERN);

/**
 * Adds links in the form of the interface (section 2, link object).
 * @param loose gets one line for each link that the interface can't represent: without a domain, or neither http nor https
 */
export function addLinks(
  records: LinkRecord[],
  links: Link[],
  loose: string[],
  references: AttachmentReference[],
  draft: Draft,
): void {
  for (let index = 0; index < records.length; index++) {
    const record = records[index];
    if (record === undefined) continue;
    const url = redact(trim(plain(record.url)), draft.mapping.redaction);
    if (isLong(url) || execute(WEB_ADDRESS, url) === null) loose[loose.length] = inWords(record);
    else links[links.length] = toLink(record, url, references, draft);
  }
}

function toLink(record: LinkRecord, url: string, references: AttachmentReference[], draft: Draft): Link {
  const link: Link = { url, type: wireType(record, draft) };
  if (record.title !== undefined) link.title = fit(plain(record.title), 'link title.txt', references, draft);
  if (record.description !== undefined) {
    link.description = fit(plain(record.description), 'link description.txt', references, draft);
  }
  return link;
}

function wireType(record: LinkRecord, draft: Draft): WireLinkType {
  const type: string = record.type ?? 'Related';
  if (type === 'Requirement') return 'Reqirement';
  for (let index = 0; index < LINK_TYPES.length; index++) {
    const known = LINK_TYPES[index];
    if (known === type) return known;
  }
  warn(`Link type "${type}" is unknown, so ${record.url} is sent as Related.`, draft);
  return 'Related';
}

/** `Issue: title, ./docs/42.md (description)` */
function inWords(record: LinkRecord): string {
  const label = record.type === undefined || record.type === 'Related' ? 'Link' : record.type;
  const title = record.title === undefined || record.title === '' ? '' : `${plain(record.title)}, `;
  const description =
    record.description === undefined || record.description === '' ? '' : ` (${plain(record.description)})`;
  return `${plain(label)}: ${title}${plain(record.url)}${description}`;
}
