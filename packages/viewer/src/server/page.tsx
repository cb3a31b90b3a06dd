import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { post, SignInNeeded } from '../data/server.js';
import { Brand, ThemeButton } from '../view/header.js';
import { type Loaded, useLoaded } from '../view/loaded.js';

/** Call it when the user has signed out, or the server wants to know who asks. */
export const sessionEnded = createContext(() => {});

interface Props {
  /** Names the page in the browser. */
  title: string;
  children: ComponentChildren;
  canSignOut?: boolean;
}

/** A page that shows several runs. */
export function Page({ title, children, canSignOut = false }: Props) {
  const endSession = useContext(sessionEnded);
  useEffect(() => {
    document.title = `${title} – Testpoint`;
  }, [title]);
  return (
    <>
      <header class="bar row wrap">
        <Brand href="/" leadsTo="all runs" />
        <nav aria-label="Views">
          <a href="/" aria-current={location.pathname === '/' ? 'page' : undefined}>
            Runs
          </a>
        </nav>
        <div class="tools">
          {canSignOut && (
            <button
              type="button"
              class="ghost wide"
              onClick={() => void post('/viewer/sign-out', {}).then(endSession, endSession)}
            >
              Sign out
            </button>
          )}
          <ThemeButton />
        </div>
      </header>
      <main id="main" class="page dense runs" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** What the server answers. */
export function useAnswer<Value>(load: () => Promise<Value>, dependencies?: readonly unknown[]): Loaded<Value> {
  const endSession = useContext(sessionEnded);
  const answer = useLoaded(load, dependencies);
  useEffect(() => {
    if (answer.error instanceof SignInNeeded) endSession();
  }, [answer.error]);
  return answer;
}
