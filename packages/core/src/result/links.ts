import type { Link } from '@testpoint/interface';
import { LINK_TYPES, LINK_URL_PATTERN, type WireLinkType } from '@testpoint/interface/constants';
import { append, each, execute, includes, trim } from '../built-ins/language.js';
import type { LinkRecord } from '../model.js';
import { type Draft, fit, warn } from './draft.js';
import { redact } from './masking/redaction.js';
import { unknownLinkType } from './messages.js';
import { isLong, plain } from './text/text.js';

const WEB_ADDRESS = new RegExp(LINK_URL_PATTERN);

/** Adds links in the form of the interface (section 2, link object). */
export function addLinks(records: readonly LinkRecord[], links: Link[], draft: Draft): void {
  each(records, (record) => {
    const url = redact(trim(plain(record.url)), draft.mapping.redaction);
    if (isLong(url) || execute(WEB_ADDRESS, url) === null) append(draft.looseLinks, inWords(record));
    else append(links, toLink(record, url, draft));
  });
}

function toLink(record: LinkRecord, url: string, draft: Draft): Link {
  const { title, description } = record;
  const link: Link = { url, type: wireType(record, draft) };
  if (title !== undefined) link.title = fit(plain(title), 'link title.txt', draft);
  if (description !== undefined) link.description = fit(plain(description), 'link description.txt', draft);
  return link;
}

function wireType(record: LinkRecord, draft: Draft): WireLinkType {
  const type: string = record.type ?? 'Related';
  if (type === 'Requirement') return 'Reqirement';
  if (includes(LINK_TYPES, type)) return type;
  warn(unknownLinkType(type, record.url), draft);
  return 'Related';
}

/** `Issue: title, ./docs/42.md (description)` */
function inWords({ type = 'Related', title = '', description = '', url }: LinkRecord): string {
  const label = type === 'Related' ? 'Link' : plain(type);
  const end = description === '' ? '' : ` (${plain(description)})`;
  return `${label}: ${title === '' ? '' : `${plain(title)}, `}${plain(url)}${end}`;
}
