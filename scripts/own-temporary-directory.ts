// Vitest's global setup: one temporary directory for all tests and their processes, removed at the end, so that killed
// processes leave nothing behind.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'testpoint-';

export default function useOwnTemporaryDirectory(): () => void {
  // Vitest calls this once for each project.
  if (basename(tmpdir()).startsWith(PREFIX)) return () => {};
  // macOS's own temporary directory has so long a path that a socket below it would exceed the limit for socket paths.
  const parent = process.platform === 'win32' ? tmpdir() : '/tmp';
  const directory = realpathSync(mkdtempSync(join(parent, PREFIX)));
  // PostgreSQL runs as another user, who needs access to folders in it.
  chmodSync(directory, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}
