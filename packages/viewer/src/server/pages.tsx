import { useEffect, useState } from 'preact/hooks';
import { get } from '../data/server.js';
import { isObject } from '../data/shapes.js';
import { ComparePage } from './compare-page.js';
import { Notice } from './notice.js';
import { RunPage } from './run-page.js';
import { RunsPage } from './runs-page.js';
import { SignIn } from './sign-in.js';
import { TestPage } from './test-page.js';

type Session = 'open' | 'signed in' | 'signed out';

/** Finds in the address what to show, and asks who looks if the server wants to know. */
export function Pages() {
  const [session, setSession] = useState<Session>();
  const [problem, setProblem] = useState('');
  const ask = () => {
    sessionNow().then(setSession, (error: Error) => setProblem(error.message));
  };
  useEffect(ask, []);
  if (problem !== '') return <Notice title="Cannot reach the server" text={problem} retry={() => location.reload()} />;
  if (session === undefined) return null;
  if (session === 'signed out') return <SignIn done={ask} />;
  const hasSession = session === 'signed in';
  const signedOut = () => setSession('signed out');
  const query = new URLSearchParams(location.search);
  const run = /^\/runs\/([0-9a-f-]{36})\/?$/i.exec(location.pathname)?.[1];
  if (run !== undefined) return <RunPage id={run.toLowerCase()} signedOut={signedOut} />;
  if (location.pathname === '/tests') return <TestPage id={query.get('id') ?? ''} signedOut={signedOut} />;
  if (location.pathname === '/compare') {
    return <ComparePage run={query.get('run') ?? ''} other={query.get('with') ?? ''} signedOut={signedOut} />;
  }
  return <RunsPage hasSession={hasSession} signedOut={signedOut} />;
}

async function sessionNow(): Promise<Session> {
  const session = await get('/viewer/session');
  if (!isObject(session)) throw new Error('The server did not say whether one must sign in.');
  if (session.open === true) return 'open';
  return session.signedIn === true ? 'signed in' : 'signed out';
}
