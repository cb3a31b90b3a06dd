// Makes sure that there is a PostgreSQL for the reference server's tests: an existing one, or Debian's. The tests start it
// themselves, in their own folders.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './install-debian-package.mjs';

/** The folder with PostgreSQL's programs, or undefined. POSTGRESQL_BIN takes precedence over installed ones. */
export function postgresqlPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    process.env.POSTGRESQL_BIN,
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const program = process.platform === 'win32' ? 'initdb.exe' : 'initdb';
  return places.find((place) => place && existsSync(join(place, program)));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && postgresqlPrograms() === undefined) {
  await installDebianPackage('postgresql', 'PostgreSQL', 'POSTGRESQL_BIN to the folder with its programs');
}
