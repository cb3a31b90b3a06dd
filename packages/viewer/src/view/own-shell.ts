import type { Shell } from '@testpoint/report/browser';

/** The shell that the reader probably uses. */
export function ownShell(): Shell {
  return /Windows/.test(navigator.userAgent) ? 'powershell' : 'posix';
}
