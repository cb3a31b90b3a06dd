import { Postgres } from './postgres.js';
import { S3Store } from './s3-store.js';

/** A PostgreSQL and an S3 store that several servers share. */
export class BackingServices {
  readonly postgres: Postgres;
  readonly s3: S3Store;
  #places = 0;

  private constructor(postgres: Postgres, s3: S3Store) {
    this.postgres = postgres;
    this.s3 = s3;
  }

  static async start(): Promise<BackingServices> {
    return new BackingServices(await Postgres.start(), await S3Store.start());
  }

  /** A new database, and a new place for attachments in `environment`'s store. */
  async place(): Promise<{ database: string; attachments: string; environment: Record<string, string> }> {
    const number = ++this.#places;
    const database = await this.postgres.database();
    return { database, attachments: `s3://bucket/place-${number}`, environment: this.s3.environment };
  }

  async close(): Promise<void> {
    await this.postgres.close();
    await this.s3.close();
  }
}
