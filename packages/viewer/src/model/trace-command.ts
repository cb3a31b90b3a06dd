import { commandLine } from '../text/quoting.js';

/** The command that opens a trace of a report folder on this machine; undefined where the page is not from a file. */
export function traceCommand(path: string, page: string): string | undefined {
  const { protocol, pathname } = new URL(path, page);
  if (protocol !== 'file:') return undefined;
  const file = decodeURIComponent(pathname);
  const windows = /^\/[A-Za-z]:\//.test(file);
  return commandLine(
    ['npx', 'playwright', 'show-trace', windows ? file.slice(1) : file],
    windows ? 'powershell' : 'posix',
  );
}
