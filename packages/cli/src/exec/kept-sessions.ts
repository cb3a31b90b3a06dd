import { listAll, removeDelivered, type Settings } from '@testpoint/core/cli';

/** How suites keep their sessions after delivery: for as many days as the user wants, and long enough for the command. */
export interface Keeping {
  settings: Partial<Settings>;
  variables: NodeJS.ProcessEnv;
  /** Whether they are kept only for the command. */
  isForCommand: boolean;
}

export function keeping({ keepDelivered = 0 }: Readonly<Partial<Settings>>): Keeping {
  const days = Math.max(keepDelivered, 1);
  return {
    settings: { keepDelivered: days },
    variables: { TMS_KEEP_DELIVERED: String(days) },
    isForCommand: keepDelivered === 0,
  };
}

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
