import { type AttachmentEntry, HEAD, type ResultView, VIEW } from './journal.js';
import { fromId } from './path-id.js';
import { type Dropped, isObject, read } from './read.js';
import { RESULT, type Result } from './result.js';

/** A result's line of a journal or report, read leniently: it may be damaged, from elsewhere, or from a later version. */
export interface ResultLine {
  /** Empty if unknown. */
  id: string;
  attachments: AttachmentEntry[];
  /** Without file and titles, these come from the id. */
  view: ResultView;
  /** Whether the journal says which test it is. A service does not. */
  hasView: boolean;
  body: Partial<Result>;
  /** The body's duration, milliseconds. */
  took: number | undefined;
}

/** @param body names of the members to read, like `view`; default: all. `titles` is always among them */
export function readLine(
  entry: unknown,
  { body, view }: { body?: readonly (keyof Result)[]; view?: readonly (keyof ResultView)[] } = {},
  dropped?: Dropped,
): ResultLine {
  const line = isObject(entry) ? entry : {};
  const { id = '', attachments = [] } = read(HEAD, line, ['id', 'attachments'], dropped);
  const result = read(RESULT, line.body, body, dropped);
  const shown: Partial<ResultView> = line.view === undefined ? {} : read(VIEW, line.view, view, dropped);
  const name = id || result.autoTestExternalId || '';
  const { titles } = shown;
  const hasView = titles !== undefined && titles.length > 0;
  return {
    id: name,
    attachments,
    view:
      hasView && shown.file !== undefined
        ? (shown as ResultView)
        : { ...shown, ...(hasView ? { file: '', titles } : fromId(name)) },
    hasView,
    body: result,
    took: millisecondsOf(isObject(line.body) ? line.body : {}),
  };
}

/** How long a result took. Only the legacy bodies, which count milliseconds, have a configuration's global id. */
export function millisecondsOf(body: { duration?: unknown; configurationGlobalId?: unknown }): number | undefined {
  const { duration, configurationGlobalId } = body;
  if (!Number.isFinite(duration)) return undefined;
  return Number(duration) * (configurationGlobalId === undefined ? 1_000 : 1);
}
