import { MARKED_HASH } from '../blobs/claim.js';
import { type RunRow, toView } from './run-row.js';
import type { StoredAttachment } from './store.js';
import { type Expired, MOST_ROWS_IN_VIEW, type RunChange, type RunFilter, type Session } from './views.js';

/** How the databases differ in plain queries. */
export interface Dialect {
  /** Before the name of each table. */
  schema: string;
  /** The condition that a column of GUIDs has one of the values of a parameter, which is a list. */
  isIn(column: string, parameter: string): string;
}

/** A query of one statement for both databases. Parameters are `$1` and so on, in the order of their first use. */
interface PlainQuery<Args extends unknown[], Answer> {
  sql(dialect: Dialect, ...args: Args): string;
  values(...args: Args): (string | number | string[])[];
  answer(rows: readonly unknown[]): Answer;
  /** Whether it is a read for people, which no write waits for. */
  isForPages: boolean;
}

export type QueryName = keyof typeof PLAIN_QUERIES;
export type QueryArguments<Name extends QueryName> = Parameters<(typeof PLAIN_QUERIES)[Name]['values']>;
export type QueryAnswer<Name extends QueryName> = ReturnType<(typeof PLAIN_QUERIES)[Name]['answer']>;

/** The operations of a store that are plain queries. */
export abstract class PlainStore {
  readonly viewRun = (id: string) => this.query('viewRun', id);
  readonly viewRuns = (filter: RunFilter) => this.query('viewRuns', filter);
  readonly changes = (runs: readonly string[]) => this.query('changes', runs);
  readonly expiredRuns = (expired: Expired) => this.query('expiredRuns', expired);
  readonly configurationId = (run: string, configuration: number) => this.query('configurationId', run, configuration);
  readonly insertAttachment = (attachment: StoredAttachment) => this.query('insertAttachment', attachment);
  readonly findAttachment = (id: string) => this.query('findAttachment', id);
  readonly deleteAttachment = (id: string) => this.query('deleteAttachment', id);
  readonly knownAttachments = (ids: readonly string[]) => this.query('knownAttachments', ids);
  readonly unusedAttachments = (before: string) => this.query('unusedAttachments', before);
  readonly attachmentBytes = () => this.query('attachmentBytes');
  readonly identity = () => this.query('identity');
  readonly findSession = (digest: string, now: number) => this.query('findSession', digest, now);
  readonly deleteSession = (digest: string) => this.query('deleteSession', digest);

  async addSession(session: Session, now: number): Promise<void> {
    await this.query('deleteExpiredSessions', now);
    await this.query('insertSession', session);
  }

  protected abstract query<Name extends QueryName>(
    name: Name,
    ...args: QueryArguments<Name>
  ): Promise<QueryAnswer<Name>>;
}

/** A query of the server's own work. */
function own<Args extends unknown[], Row, Answer>(
  values: PlainQuery<Args, Answer>['values'],
  sql: PlainQuery<Args, Answer>['sql'],
  answer: (rows: readonly Row[]) => Answer,
): PlainQuery<Args, Answer> {
  return { sql, values, answer: (rows) => answer(rows as readonly Row[]), isForPages: false };
}

function forPages<Args extends unknown[], Row, Answer>(
  ...query: Parameters<typeof own<Args, Row, Answer>>
): PlainQuery<Args, Answer> {
  return { ...own(...query), isForPages: true };
}

/** Users' texts are stored as JSON, in which NUL and lone surrogates are escaped. */
const decoded = (text: string): string => JSON.parse(text);
const nothing = (): void => {};
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const IS_OVER = "status IN ('Stopped', 'Completed')";

const PLAIN_QUERIES = {
  viewRun: forPages(
    (id: string) => [id],
    ({ schema }) => `SELECT * FROM ${schema}runs WHERE id = $1`,
    ([row]: readonly RunRow[]) => row && toView(row),
  ),
  viewRuns: forPages(
    ({ after, limit, ...columns }: RunFilter) => [
      ...Object.values(columns),
      ...(after === undefined ? [] : [after]),
      Math.min(limit, MOST_ROWS_IN_VIEW),
    ],
    ({ schema }, { after, limit: _, ...columns }) => {
      const conditions = Object.keys(columns).map((column, index) => `${column} = $${index + 1}`);
      const last = `(SELECT created_on, key FROM ${schema}runs WHERE id = $${conditions.length + 1})`;
      if (after !== undefined) conditions.push(`(created_on, key) < ${last}`);
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      return `SELECT * FROM ${schema}runs ${where} ORDER BY created_on DESC, key DESC LIMIT $${conditions.length + 1}`;
    },
    (rows: readonly RunRow[]) => rows.map(toView),
  ),
  changes: forPages(
    (runs: readonly string[]) => [[...runs]],
    ({ schema, isIn }) => `SELECT id, status, version, results FROM ${schema}runs WHERE ${isIn('id', '$1')}`,
    (rows: readonly RunChange[]) => rows.map((row) => ({ ...row })),
  ),
  expiredRuns: own(
    ({ before, beyond }: Expired) => [before, beyond].filter((value) => value !== undefined),
    ({ schema }, { before, beyond }) => {
      const kept = `SELECT key FROM ${schema}runs WHERE ${IS_OVER} ORDER BY created_on DESC, key DESC`;
      const conditions: string[] = [];
      if (before !== undefined) conditions.push('created_on < $1');
      if (beyond !== undefined) conditions.push(`key NOT IN (${kept} LIMIT $${conditions.length + 1})`);
      return `SELECT id FROM ${schema}runs WHERE ${IS_OVER} AND (${conditions.join(' OR ')})
        ORDER BY created_on, key LIMIT 100`;
    },
    ids,
  ),
  configurationId: own(
    (run: string, configuration: number) => [run, configuration],
    ({ schema }) =>
      `SELECT configuration_id AS id FROM ${schema}test_points
        WHERE run = (SELECT key FROM ${schema}runs WHERE id = $1) AND configuration = $2 LIMIT 1`,
    ([row]: readonly { id: string }[]) => row?.id,
  ),
  insertAttachment: own(
    ({ id, name, contentType, size, sha256, receivedOn }: StoredAttachment) => [
      ...[id, JSON.stringify(name), JSON.stringify(contentType), size, sha256, receivedOn],
    ],
    ({ schema }) =>
      `INSERT INTO ${schema}attachments (id, name, content_type, size, sha256, received_on)
        VALUES ($1, $2, $3, $4, $5, $6)`,
    nothing,
  ),
  findAttachment: own(
    (id: string) => [id],
    ({ schema }) =>
      `SELECT id, name, content_type AS "contentType", size, sha256, received_on AS "receivedOn"
        FROM ${schema}attachments WHERE id = $1`,
    ([row]: readonly StoredAttachment[]) =>
      row && { ...row, name: decoded(row.name), contentType: decoded(row.contentType) },
  ),
  deleteAttachment: own(
    (id: string) => [id],
    ({ schema }) => `DELETE FROM ${schema}attachments WHERE id = $1`,
    nothing,
  ),
  knownAttachments: own(
    (all: readonly string[]) => [[...all]],
    ({ schema, isIn }) => `SELECT id FROM ${schema}attachments WHERE ${isIn('id', '$1')}`,
    ids,
  ),
  unusedAttachments: own(
    (before: string) => [before],
    ({ schema }) =>
      `SELECT id FROM ${schema}attachments AS one WHERE received_on < $1 AND sha256 <> '${MARKED_HASH}'
        AND NOT EXISTS (SELECT 1 FROM ${schema}run_attachments WHERE attachment = one.id) LIMIT 100`,
    ids,
  ),
  attachmentBytes: own(
    () => [],
    ({ schema }) => `SELECT CAST(coalesce(sum(size), 0) AS bigint) AS bytes FROM ${schema}attachments`,
    ([row]: readonly { bytes: number }[]) => row?.bytes ?? 0,
  ),
  identity: own(
    () => [],
    ({ schema }) => `SELECT id FROM ${schema}identity`,
    ([row]: readonly { id: string }[]) => row?.id ?? '',
  ),
  insertSession: own(
    ({ digest, userName, keyDigest, expires }: Session) => [digest, JSON.stringify(userName), keyDigest, expires],
    ({ schema }) => `INSERT INTO ${schema}sessions (digest, user_name, key_digest, expires) VALUES ($1, $2, $3, $4)`,
    nothing,
  ),
  findSession: forPages(
    (digest: string, now: number) => [digest, now],
    ({ schema }) =>
      `SELECT digest, user_name AS "userName", key_digest AS "keyDigest", expires
        FROM ${schema}sessions WHERE digest = $1 AND expires > $2`,
    ([row]: readonly Session[]) => row && { ...row, userName: decoded(row.userName) },
  ),
  deleteSession: own(
    (digest: string) => [digest],
    ({ schema }) => `DELETE FROM ${schema}sessions WHERE digest = $1`,
    nothing,
  ),
  deleteExpiredSessions: own(
    (now: number) => [now],
    ({ schema }) => `DELETE FROM ${schema}sessions WHERE expires <= $1`,
    nothing,
  ),
};

/** The query of this name, whose types belong to it. */
export function queryOf<Name extends QueryName>(name: Name): PlainQuery<QueryArguments<Name>, QueryAnswer<Name>> {
  return PLAIN_QUERIES[name] as unknown as PlainQuery<QueryArguments<Name>, QueryAnswer<Name>>;
}
