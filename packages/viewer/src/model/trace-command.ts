import { frameworks } from '@testpoint/frameworks';
import { commandLine } from '@testpoint/report/browser';

/** Opens a trace. Only one framework records some. */
export const SHOW_TRACE = ['npx', ...Object.values(frameworks).flatMap(({ traces }) => traces?.command ?? [])];

/** The command that opens a trace in a local report folder; undefined if the page was not opened from a file. */
export function traceCommand(path: string, page: string): string | undefined {
  const { protocol, pathname } = new URL(path, page);
  if (protocol !== 'file:') return undefined;
  const file = decodeURIComponent(pathname);
  const windows = /^\/[A-Za-z]:\//.test(file);
  return commandLine([...SHOW_TRACE, windows ? file.slice(1) : file], windows ? 'powershell' : 'posix');
}
