import type { Sender, SessionEntry } from '@testpoint/interface/codec';
import { type Redaction, redact } from '../result/masking/redaction.js';

/** Longest text in the header, characters, and what it is cut to if the header would still be too long: it may be all Chinese. */
const LONGEST = [100, 20];
/** Characters. Servers accept 8 KiB of headers or more. */
const LONGEST_HEADER = 3_000;
/** The end of a session's name makes it unique. */
const LONGEST_ID = 60;

/**
 * Who sends: the value of `SENDER_HEADER`. Host names stay on the machine.
 * @param id name of the session's folder
 */
export function senderHeader(session: SessionEntry, id: string, redaction: Redaction): string {
  const { tool, framework, frameworkVersion, startedAt, view = {} } = session;
  const { shard, machine: { os, node } = {}, ci: { system, branch, commit } = {}, environment, importedFrom } = view;
  const machine = { ...(os !== undefined && { os }), ...(node !== undefined && { node }) };
  const ci = {
    ...(system !== undefined && { system }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
  };
  const sender: Sender = {
    id: id.slice(-LONGEST_ID),
    ...{ tool, framework, frameworkVersion, startedAt, machine, ci },
    ...(shard !== undefined && { shard }),
    ...(environment !== undefined && { environment }),
    ...(importedFrom !== undefined && { importedFrom }),
  };
  // The suite has masked it, but a flush may know other secrets.
  const headers = LONGEST.map((longest) =>
    encoded(sender, (text) => (text === sender.id ? text : redact(text, redaction).slice(0, longest))),
  );
  return headers.find(({ length }) => length <= LONGEST_HEADER) ?? '';
}

function encoded(sender: Sender, shown: (text: string) => string): string {
  const json = JSON.stringify(sender, (_, value: unknown) => (typeof value === 'string' ? shown(value) : value));
  return Buffer.from(json).toString('base64url');
}
