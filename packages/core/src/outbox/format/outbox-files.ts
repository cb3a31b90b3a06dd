import { join } from 'node:path';

/** What people need to make the autotests in the service, which its interface can't do: a line of the catalog. */
export interface CatalogEntry {
  externalId: string;
  titlePath: string[];
  file: string;
  line?: number;
}

/** Every test that was seen in an outbox. */
export function catalogPath(outbox: string): string {
  return join(outbox, 'catalog.ndjson');
}

/** Keeps an outbox out of version control. */
export function ignoreFile(outbox: string): string {
  return join(outbox, '.gitignore');
}
