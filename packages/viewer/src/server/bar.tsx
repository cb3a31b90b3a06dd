import type { ComponentChildren } from 'preact';
import { post } from '../data/server.js';
import { ThemeButton } from '../view/header.js';
import { Mark } from '../view/icons.js';

/** The header of pages that show several runs. */
export function Bar({ children, signedOut }: { children?: ComponentChildren; signedOut?: (() => void) | undefined }) {
  const signOut = () => {
    post('/viewer/sign-out', {}).then(signedOut, signedOut);
  };
  return (
    <header class="bar">
      <a class="brand" href="/" aria-label="Testpoint, all runs">
        <Mark />
        <span>Testpoint</span>
      </a>
      {children}
      <div class="tools">
        {signedOut !== undefined && (
          <button type="button" class="ghost wide" onClick={signOut}>
            Sign out
          </button>
        )}
        <ThemeButton />
      </div>
    </header>
  );
}
