import { listAll, removeDelivered } from '@testpoint/core/cli';

/** Settings with which suites keep their sessions after delivery, and the variables for them. */
export const KEEPING = { keepDelivered: 1 };
export const KEEPING_VARIABLES = { TMS_KEEP_DELIVERED: String(KEEPING.keepDelivered) };

/** The sessions of a command, kept until its gate and its summary have read them. */
export class KeptSessions {
  readonly #outbox: string;
  readonly #before: ReadonlySet<string>;

  /** Call it before the command starts. */
  constructor(outbox: string) {
    this.#outbox = outbox;
    this.#before = new Set(listAll(outbox));
  }

  get folders(): string[] {
    return listAll(this.#outbox).filter((folder) => !this.#before.has(folder));
  }

  /** Deletes those that are delivered. */
  release(): void {
    for (const folder of this.folders) removeDelivered(folder);
  }
}
