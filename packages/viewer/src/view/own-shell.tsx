import type { Shell } from '@testpoint/report/browser';

/** The shell that the reader probably uses. */
export function ownShell(): Shell {
  return /Windows/.test(navigator.userAgent) ? 'powershell' : 'posix';
}

export function ShellChoice({ shell, choose }: { shell: Shell; choose: (shell: Shell) => void }) {
  return (
    <select
      aria-label="Shell"
      value={shell}
      onChange={(event) => choose(event.currentTarget.value === 'powershell' ? 'powershell' : 'posix')}
    >
      <option value="posix">POSIX</option>
      <option value="powershell">PowerShell</option>
    </select>
  );
}
