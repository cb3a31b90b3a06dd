import { readFileSync } from 'node:fs';

/** The server's version. */
export function version(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return version;
}
