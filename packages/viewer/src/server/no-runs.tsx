import type { Shell } from '@testpoint/report/browser';
import { useState } from 'preact/hooks';
import { CopyButton } from '../view/copy-button.js';
import { ownShell, ShellChoice } from '../view/own-shell.js';

/** What to do if there is nothing to list. */
export function NoRuns({ isFiltered, isLocal, isOpen }: { isFiltered: boolean; isLocal: boolean; isOpen: boolean }) {
  if (isFiltered) {
    return (
      <p class="empty">
        No run matches. <a href="/">Show all runs</a>
      </p>
    );
  }
  const first = 'No run has been reported yet.';
  if (isLocal) {
    return (
      <p class="empty">
        {first} Run your tests in another terminal: they report here without any setting, and the run appears when it
        begins.
      </p>
    );
  }
  return (
    <>
      <p class="empty">
        {first} {isOpen ? 'Paste this' : 'Paste this with your key'} in the terminal in which you run your tests: the
        run appears here when it begins.
      </p>
      <SettingsBlock isOpen={isOpen} />
    </>
  );
}

/** Commands that make suites report here. An open server accepts any key, run and configuration. */
function SettingsBlock({ isOpen }: { isOpen: boolean }) {
  const [shell, setShell] = useState<Shell>(ownShell());
  const [settings] = useState(() => ({
    TMS_URL: location.origin,
    TMS_SECRET_KEY: isOpen ? 'any-key-will-do' : 'YOUR_KEY',
    ...(isOpen && { TMS_TEST_RUN_ID: newGuid(), TMS_CONFIGURATION_ID: '00000000-0000-4000-8000-000000000001' }),
  }));
  const lines = Object.entries(settings).map(([name, value]) =>
    shell === 'posix' ? `export ${name}=${value}` : `$env:${name} = '${value}'`,
  );
  return (
    <section class="card settings" aria-label="Settings">
      <pre tabIndex={0}>{lines.join('\n')}</pre>
      <ShellChoice shell={shell} choose={setShell} />
      <CopyButton label="Copy" text={() => lines.join('\n')} />
    </section>
  );
}

/** `crypto.randomUUID` is only there for pages that came over TLS or from this machine. */
function newGuid(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
