import type { RunRecord } from '@testpoint/interface';
import type { Load, OnWait, StoreEvents } from '../load.js';
import type { Page } from '../page.js';
import { type AttachmentRow, toAttachment } from '../read-rows.js';
import { type RunRow, toRecord, toView } from '../run-row.js';
import type {
  Delivery,
  Entry,
  NewRun,
  Part,
  Point,
  PointSelection,
  Refusal,
  ResultSelection,
  RunRefusal,
  RunSelection,
  StateChange,
  Store,
  StoredAttachment,
} from '../store.js';
import type { Expired, Rows, RunChange, RunFilter, RunView, Session } from '../views.js';
import { NO_ROWS } from '../views.js';
import { Connections, type NamedQuery } from './connections.js';
import { deleteRun, expiredRuns, unusedAttachments } from './delete-run.js';
import { discardAbandoned, insertRun } from './insert-run.js';
import { readPoints, readResults } from './inspection.js';
import { listRuns } from './list-runs.js';
import { migrate } from './migrate.js';
import { addResults } from './results.js';
import { RunQueue } from './run-queue.js';
import { addSession, deleteSession, findSession, readIdentity } from './sessions.js';
import { readChanges, readComparison, readHistory, readRows, viewRuns } from './views.js';

/** The store on PostgreSQL, which several servers can share. */
export class PostgresStore implements Store {
  readonly #connections: Connections;
  /** Connections of their own for reads for people, so that these never take those of writes. */
  readonly #reads: Connections;
  readonly #changes: RunQueue;

  private constructor(connections: Connections, reads: Connections, onWait: OnWait | undefined) {
    this.#connections = connections;
    this.#reads = reads;
    this.#changes = new RunQueue(onWait);
  }

  /**
   * Connects, and migrates the tables to this version.
   * @throws an Error that explains the problem in one line
   */
  static async open(address: URL, { onWait, onProgress }: StoreEvents = {}): Promise<PostgresStore> {
    const connections = await Connections.to(address, onWait);
    try {
      await connections.first(address, async (client) => {
        await migrate(client, address, onProgress ?? (() => {}));
        await discardAbandoned(client);
      });
    } catch (error) {
      await connections.close();
      throw error;
    }
    return new PostgresStore(connections, await Connections.to(address, onWait, true), onWait);
  }

  createRun(run: NewRun): Promise<void> {
    return insertRun(this.#connections, run);
  }

  async findRun(id: string): Promise<RunRecord | undefined> {
    const run = await this.#run(id);
    return run && toRecord(run);
  }

  async listRuns(selection: RunSelection): Promise<RunRecord[]> {
    return (await listRuns(this.#connections, selection)).map(toRecord);
  }

  async changeState(run: string, { to, from, at, makesRun }: StateChange): Promise<RunRefusal | undefined> {
    const values = [run, to, from ?? null, at, makesRun];
    const [answer] = await this.#changes.do(run, () =>
      this.#connections.query<{ refusal: RunRefusal | null }>(CHANGE_STATE, values),
    );
    return answer?.refusal ?? undefined;
  }

  addResults(run: string, delivery: Delivery): Promise<Refusal | undefined> {
    return this.#changes.do(run, () => addResults(this.#connections, run, delivery));
  }

  async configurationId(run: string, configuration: number): Promise<string | undefined> {
    const [row] = await this.#connections.query<{ id: string }>(CONFIGURATION_ID, [run, configuration]);
    return row?.id;
  }

  async points(id: string, selection: PointSelection): Promise<Part<Point>> {
    const run = await this.#runToRead(id);
    return run ? readPoints(this.#reads, run, selection) : { elements: [], more: false };
  }

  async results(id: string, selection: ResultSelection): Promise<Part<Entry>> {
    const run = await this.#runToRead(id);
    return run ? readResults(this.#reads, run, selection) : { elements: [], more: false };
  }

  async insertAttachment({ id, name, contentType, size, sha256, receivedOn }: StoredAttachment): Promise<void> {
    const values = [id, JSON.stringify(name), JSON.stringify(contentType), size, sha256, receivedOn];
    await this.#connections.query(INSERT_ATTACHMENT, values);
  }

  async findAttachment(id: string): Promise<StoredAttachment | undefined> {
    const [row] = await this.#connections.query<AttachmentRow>(FIND_ATTACHMENT, [id]);
    return row && toAttachment(row);
  }

  async deleteAttachment(id: string): Promise<void> {
    await this.#connections.query(DELETE_ATTACHMENT, [id]);
  }

  async knownAttachments(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#connections.query<{ id: string }>(KNOWN_ATTACHMENTS, [ids]);
    return rows.map(({ id }) => id);
  }

  async attachmentBytes(): Promise<number> {
    const [row] = await this.#connections.query<{ bytes: number }>(ATTACHMENT_BYTES, []);
    return row?.bytes ?? 0;
  }

  load(): Load {
    const [writes, reads] = [this.#connections.load(), this.#reads.load()];
    const connections = { inUse: writes.inUse + reads.inUse, idle: writes.idle + reads.idle };
    return { waiting: writes.waiting + reads.waiting + this.#changes.waiting, connections };
  }

  async check(): Promise<void> {
    const [setting] = await this.#connections.query<{ transaction_read_only: string }>(CHECK, []);
    if (setting?.transaction_read_only === 'on') throw new Error('it is read-only');
    await this.#connections.probeRoom(async (client) => {
      await client.query('BEGIN');
      await client.query(PROBE);
      await client.query('ROLLBACK');
    });
  }

  async close(): Promise<void> {
    await this.#reads.close();
    await this.#connections.close();
  }

  expiredRuns(expired: Expired): Promise<string[]> {
    return expiredRuns(this.#connections, expired);
  }

  deleteRun(id: string): Promise<void> {
    return deleteRun(this.#connections, id);
  }

  unusedAttachments(before: string): Promise<string[]> {
    return unusedAttachments(this.#connections, before);
  }

  identity(): Promise<string> {
    return readIdentity(this.#connections);
  }

  addSession(session: Session, now: number): Promise<void> {
    return addSession(this.#connections, session, now);
  }

  findSession(digest: string, now: number): Promise<Session | undefined> {
    return findSession(this.#reads, digest, now);
  }

  deleteSession(digest: string): Promise<void> {
    return deleteSession(this.#connections, digest);
  }

  viewRuns(filter: RunFilter): Promise<RunView[]> {
    return viewRuns(this.#reads, filter);
  }

  async viewRun(id: string): Promise<RunView | undefined> {
    const run = await this.#runToRead(id);
    return run && toView(run);
  }

  async rows(id: string, page: Page): Promise<Rows> {
    const run = await this.#runToRead(id);
    return run ? readRows(this.#reads, run, page) : NO_ROWS;
  }

  history(externalId: string, limit: number): Promise<Rows> {
    return readHistory(this.#reads, externalId, limit);
  }

  async compare(id: string, otherId: string, selection: Page & { missing: boolean }): Promise<Rows> {
    const [run, other] = [await this.#runToRead(id), await this.#runToRead(otherId)];
    return run && other ? readComparison(this.#reads, run, other, selection) : NO_ROWS;
  }

  changes(runs: readonly string[]): Promise<RunChange[]> {
    return readChanges(this.#reads, runs);
  }

  async #runToRead(id: string): Promise<RunRow | undefined> {
    const [run] = await this.#reads.query<RunRow>(FIND_RUN, [id]);
    return run;
  }

  async #run(id: string): Promise<RunRow | undefined> {
    const [run] = await this.#connections.query<RunRow>(FIND_RUN, [id]);
    return run;
  }
}

const ATTACHMENT_BYTES: NamedQuery = {
  name: 'attachment-bytes',
  text: 'SELECT coalesce(sum(size), 0)::bigint AS bytes FROM testpoint.attachments',
};
/** Takes about as much room as a delivery of results. */
const PROBE = `INSERT INTO testpoint.bodies (operation, received_on, json) VALUES ('', '', decode(repeat('00', 65536), 'hex'))`;
const CHECK: NamedQuery = { name: 'check', text: 'SHOW transaction_read_only' };
const FIND_RUN: NamedQuery = { name: 'find-run', text: 'SELECT * FROM testpoint.runs WHERE id = $1' };
const CHANGE_STATE: NamedQuery = {
  name: 'change-state',
  text: 'SELECT testpoint.change_state($1, $2, $3::text[], $4, $5) AS refusal',
};
const CONFIGURATION_ID: NamedQuery = {
  name: 'configuration-id',
  text: `SELECT configuration_id AS id FROM testpoint.test_points
    WHERE run = (SELECT key FROM testpoint.runs WHERE id = $1) AND configuration = $2 LIMIT 1`,
};
const INSERT_ATTACHMENT: NamedQuery = {
  name: 'insert-attachment',
  text: `INSERT INTO testpoint.attachments (id, name, content_type, size, sha256, received_on)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const FIND_ATTACHMENT: NamedQuery = {
  name: 'find-attachment',
  text: 'SELECT * FROM testpoint.attachments WHERE id = $1',
};
const DELETE_ATTACHMENT: NamedQuery = {
  name: 'delete-attachment',
  text: 'DELETE FROM testpoint.attachments WHERE id = $1',
};
const KNOWN_ATTACHMENTS: NamedQuery = {
  name: 'known-attachments',
  text: 'SELECT id FROM testpoint.attachments WHERE id = ANY ($1::uuid[])',
};
