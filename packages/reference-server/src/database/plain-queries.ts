import { MARKED_HASH } from '../blobs/claim.js';
import type { Page } from './page.js';
import { PAGE_QUERIES } from './page-queries.js';
import { forPages, own, type PlainQuery } from './plain-query.js';
import { fitting, MOST_ROWS, type ResultRow, toEntry, toPoints } from './read-rows.js';
import type { Entry, Part, Point, PointSelection, ResultSelection, StoredAttachment } from './store.js';
import { type Expired, type FailuresBefore, NO_ROWS, type Rows, type RunFilter, type Session } from './views.js';

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
  readonly findAttachments = (ids: readonly string[]) => this.query('findAttachments', ids);
  readonly unusedAttachments = (before: string) => this.query('unusedAttachments', before);
  readonly attachmentBytes = () => this.query('attachmentBytes');
  readonly identity = () => this.query('identity');
  readonly findSession = (digest: string, now: number) => this.query('findSession', digest, now);
  readonly deleteSession = (digest: string) => this.query('deleteSession', digest);
  readonly nameConfiguration = (id: string, name: string) => this.query('nameConfiguration', id, name);
  readonly configurationNames = () => this.query('configurationNames');
  readonly failing = (before: FailuresBefore) => this.query('failing', before);
  readonly history = (externalId: string, limit: number) => this.query('history', externalId, limit);

  async points(id: string, { limit, ...selection }: PointSelection): Promise<Part<Point>> {
    const run = await this.query('runKey', id);
    if (run === undefined) return NOTHING;
    const count = Math.min(limit, MOST_ROWS);
    const rows = await this.query('points', run, { ...selection, limit: count + 1 });
    const shown = rows.slice(0, count).map(({ number }) => number);
    return toPoints(rows, await this.query('autoTests', run, shown), count);
  }

  async results(id: string, { latest, bodies, after, limit }: ResultSelection): Promise<Part<Entry>> {
    const run = await this.query('runKey', id);
    if (run === undefined) return NOTHING;
    const count = Math.min(limit, MOST_ROWS);
    const rows = await this.query(latest ? 'latest' : 'arrived', run, { after, limit: count + 1 });
    const shown = fitting(rows, count, bodies);
    const texts = bodies ? await this.bodies(shown) : [];
    return { elements: shown.map((row, index) => toEntry(row, texts[index])), more: rows.length > shown.length };
  }

  async rows(id: string, page: Page): Promise<Rows> {
    const run = await this.query('runKey', id);
    return run === undefined ? NO_ROWS : this.query('rows', run, page);
  }

  async historyOf(id: string, result: number, limit: number): Promise<Rows> {
    const run = await this.query('runKey', id);
    return run === undefined ? NO_ROWS : this.query('historyOf', run, result, limit);
  }

  async compare(id: string, otherId: string, page: Page & { missing: boolean }): Promise<Rows> {
    const [run, other] = [await this.query('runKey', id), await this.query('runKey', otherId)];
    return run === undefined || other === undefined ? NO_ROWS : this.query('compare', run, other, page);
  }

  async addSession(session: Session, now: number): Promise<void> {
    await this.query('deleteExpiredSessions', now);
    await this.query('insertSession', session);
  }

  protected abstract query<Name extends QueryName>(
    name: Name,
    ...args: QueryArguments<Name>
  ): Promise<QueryAnswer<Name>>;

  /** The parts of bodies in which these results are, as received. */
  protected abstract bodies(rows: readonly ResultRow[]): Promise<Uint8Array[]>;
}

const NOTHING = { elements: [], more: false };

/** Users' texts are stored as JSON, in which NUL and lone surrogates are escaped. */
const decoded = (text: string): string => JSON.parse(text);
const toAttachment = (row: StoredAttachment): StoredAttachment => ({
  ...row,
  name: decoded(row.name),
  contentType: decoded(row.contentType),
});
const nothing = (): void => {};
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const IS_OVER = "status IN ('Stopped', 'Completed')";

const PLAIN_QUERIES = {
  ...PAGE_QUERIES,
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
  nameConfiguration: own(
    (id: string, name: string) => [id, JSON.stringify(name)],
    ({ schema }) =>
      `INSERT INTO ${schema}configuration_names (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    nothing,
  ),
  configurationNames: forPages(
    () => [],
    ({ schema }) => `SELECT id, name FROM ${schema}configuration_names`,
    (rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
      new Map(rows.map(({ id, name }) => [id, decoded(name)])),
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
    ([row]: readonly StoredAttachment[]) => row && toAttachment(row),
  ),
  findAttachments: own(
    (all: readonly string[]) => [[...all]],
    ({ schema, isIn }) =>
      `SELECT id, name, content_type AS "contentType", size, sha256, received_on AS "receivedOn"
        FROM ${schema}attachments WHERE ${isIn('id', '$1', 'uuid')}`,
    (rows: readonly StoredAttachment[]) => rows.map(toAttachment),
  ),
  deleteAttachment: own(
    (id: string) => [id],
    ({ schema }) => `DELETE FROM ${schema}attachments WHERE id = $1`,
    nothing,
  ),
  knownAttachments: own(
    (all: readonly string[]) => [[...all]],
    ({ schema, isIn }) => `SELECT id FROM ${schema}attachments WHERE ${isIn('id', '$1', 'uuid')}`,
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
