// Vitest's global set-up: one temporary directory for all tests and their processes, removed at the end, so that killed
// processes leave nothing behind.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'testpoint-';

export default function useOwnTemporaryDirectory(): () => void {
  // Vitest calls this once for each project.
  if (basename(tmpdir()).startsWith(PREFIX)) return () => {};
  // macOS's own is so long that a socket in a folder below it would exceed the limit for socket paths.
  const parent = process.platform === 'win32' ? tmpdir() : '/tmp';
  const directory = realpathSync(mkdtempSync(join(parent, PREFIX)));
  // PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(directory, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}
