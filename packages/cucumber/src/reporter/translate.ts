import { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import type {
  Attachment,
  Duration,
  Hook,
  PickleStep,
  SourceReference,
  TestStepResult,
  Timestamp,
} from '@cucumber/messages';
import type { AttachmentRecord, ErrorRecord, LinkRecord, StepRecord, TestStatus } from '@testpoint/core';
import { append, each, execute, join, mapped, slice, uncurry } from '@testpoint/core/built-ins';
import { relativeTo } from '@testpoint/core/test-api';

const { from: bytesOf } = Buffer;
const pad: (text: string, length: number) => string = uncurry(String.prototype.padEnd);
const startsWith: (text: string, start: string) => boolean = uncurry(String.prototype.startsWith);
const { max, round } = Math;

/** The first frame of a stack. */
const STACK = /\n[ \t]*at /;
const EXTENSION = /\/(?:x-)?(png|jpeg|gif|webp|json|html|xml|csv|pdf|mp4|webm|zip)\b/;
const LOG = 'text/x.cucumber.log+plain';
const LINK = 'text/uri-list';

/** The status of a step or hook. A pending step fails only in strict mode. */
export function statusOf({ status }: Pick<TestStepResult, 'status'>, isStrict: boolean): TestStatus {
  switch (status) {
    case 'PASSED':
      return 'passed';
    case 'SKIPPED':
      return 'skipped';
    case 'PENDING':
      return isStrict ? 'failed' : 'skipped';
    case 'FAILED':
    case 'UNDEFINED':
    case 'AMBIGUOUS':
      return 'failed';
    default:
      return 'not-run';
  }
}

/** An error as Cucumber prints it: the message, with the difference of compared values, then the stack. */
export function errorOf(text: string): ErrorRecord {
  const frames = execute(STACK, text);
  if (frames === null) return { message: text };
  return { message: trimEnd(slice(text, 0, frames.index)), stack: text };
}

/** Epoch milliseconds. */
export function timeOf({ seconds, nanos }: Timestamp): number {
  return seconds * 1000 + round(nanos / 1e6);
}

/** Whether Cucumber ran none of a step's code. */
export function tookNoTime({ seconds, nanos }: Duration): boolean {
  return seconds === 0 && nanos === 0;
}

/** Doc string and data table, as they are written. */
export function argumentOf({ argument }: PickleStep): string | undefined {
  if (argument?.docString !== undefined) return argument.docString.content;
  if (argument?.dataTable === undefined) return undefined;
  const rows = mapped(argument.dataTable.rows, ({ cells }) => mapped(cells, ({ value }) => value));
  const widths: number[] = [];
  each(rows, (cells) =>
    each(cells, ({ length }, column) => {
      widths[column] = max(widths[column] ?? 0, length);
    }),
  );
  const lines = mapped(rows, (cells) => {
    let line = '|';
    each(cells, (cell, column) => {
      line += ` ${pad(cell, widths[column] ?? 0)} |`;
    });
    return line;
  });
  return join(lines, '\n');
}

/** `Before`, or `Before: log in`. */
export function hookTitle(kind: string, hook: Hook | undefined): string {
  return hook?.name === undefined || hook.name === '' ? kind : `${kind}: ${hook.name}`;
}

/** Where a step or hook is defined. */
export function definedAt(source: SourceReference | undefined, cwd: string): Pick<StepRecord, 'location'> {
  if (source?.uri === undefined || source.location === undefined) return {};
  return { location: { file: relativeTo(cwd, resolve(cwd, source.uri)), line: source.location.line } };
}

/** Adds `attach`, `log` or `link` to its step. The lines of a log are one attachment. */
export function addAttachment(step: StepRecord, message: Attachment): void {
  step.attachments ??= [];
  const name = nameOf(message);
  const known = step.attachments[step.attachments.length - 1];
  if (message.mediaType === LOG && known?.name === name && typeof known.body === 'string')
    known.body += `\n${message.body}`;
  else append(step.attachments, attachmentOf(name, message));
}

/** A link that a step has added to the scenario. */
export function linksOf({ mediaType, body }: Attachment): LinkRecord[] {
  return mediaType === LINK && startsWith(body, 'http') ? [{ url: body }] : [];
}

function attachmentOf(name: string, { body, contentEncoding, mediaType }: Attachment): AttachmentRecord {
  const isText = mediaType === LOG || mediaType === LINK;
  return {
    name,
    contentType: isText ? 'text/plain' : mediaType,
    body: contentEncoding === 'BASE64' ? bytesOf(body, 'base64') : body,
  };
}

function nameOf({ fileName, mediaType }: Attachment): string {
  if (fileName !== undefined) return fileName;
  if (mediaType === LOG) return 'log.txt';
  if (mediaType === LINK) return 'link.txt';
  if (startsWith(mediaType, 'text/plain')) return 'attachment.txt';
  const extension = execute(EXTENSION, mediaType)?.[1];
  return extension === undefined ? 'attachment' : `attachment.${extension}`;
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === ' ')) end--;
  return slice(text, 0, end);
}
