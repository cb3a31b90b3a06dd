import { join } from 'node:path';

/** A line of the catalog: the data for creating an autotest in the service by hand, because its interface can't do that. */
export interface CatalogEntry {
  externalId: string;
  titlePath: string[];
  file: string;
  line?: number | undefined;
}

/** The catalog of every test seen in an outbox. */
export function catalogPath(outbox: string): string {
  return join(outbox, 'catalog.ndjson');
}

/** Keeps an outbox or a report out of version control. */
export function ignoreFile(folder: string): string {
  return join(folder, '.gitignore');
}
