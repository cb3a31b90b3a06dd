import { isObject } from '@testpoint/interface/codec';
import { useEffect, useState } from 'preact/hooks';
import { get, post } from '../data/server.js';
import { visible } from '../text/visible.js';
import { ComparePage } from './compare-page.js';
import { setFollowing } from './following.js';
import { Notice } from './notice.js';
import { sessionEnded } from './page.js';
import { RunPage } from './run-page.js';
import { RUN_STATES, RunsPage } from './runs-page.js';
import { SignIn } from './sign-in.js';
import { TestPage } from './test-page.js';

/** What the server knows about who looks. */
interface Session {
  /** Whether anyone may look. */
  open: boolean;
  /** Whether `testpoint serve` started it, which signs browsers in by itself. */
  local: boolean;
  signedIn: boolean;
}

/** Finds in the address what to show, and asks who looks if the server wants to know. */
export function Pages() {
  const [session, setSession] = useState<Session>();
  const [problem, setProblem] = useState('');
  const [spent, setSpent] = useState('');
  const ask = () => {
    sessionNow().then(setSession, (error: Error) => setProblem(error.message));
  };
  useEffect(() => {
    signInByLink().then(ask, (error: Error) => {
      setSpent(error.message);
      ask();
    });
  }, []);
  if (problem !== '') return <Notice title="Cannot reach the server" text={problem} retry={() => location.reload()} />;
  if (session === undefined) return null;
  const { local, signedIn } = session;
  if (!signedIn && !local) return <SignIn done={ask} />;
  if (!signedIn) {
    return (
      <Notice
        title="Signed out"
        text={`${spent} Run \`npx testpoint serve\` again in the same folder: it opens this page, signed in.`.trim()}
      />
    );
  }
  return (
    <sessionEnded.Provider value={ask}>
      <Place session={session} />
    </sessionEnded.Provider>
  );
}

function Place({ session: { open, local } }: { session: Session }) {
  const query = new URLSearchParams(location.search);
  const run = /^\/runs\/([0-9a-f-]{36})\/?$/i.exec(location.pathname)?.[1];
  if (run !== undefined) return <RunPage id={run.toLowerCase()} isLocal={local} />;
  if (location.pathname.startsWith('/runs/')) {
    return <Notice title="There is no such run" text="The address does not contain the id of a run." />;
  }
  const [id, one, other] = ['id', 'run', 'with'].map((name) => query.get(name) ?? '') as [string, string, string];
  if (location.pathname === '/tests') {
    if (id !== '') return <TestPage id={id} />;
    return <Notice title="There is no such test" text="The address does not contain the id of a test." />;
  }
  if (location.pathname === '/compare') {
    if (RUN.test(one) && RUN.test(other)) return <ComparePage run={one} other={other} />;
    if (RUN.test(one) && other === '') return <ComparePage run={one} />;
    return <Notice title="There is nothing to compare" text="The address does not contain the ids of two runs." />;
  }
  const mistake = mistakeIn(query);
  if (location.pathname === '/' && mistake !== undefined)
    return <Notice title="There are no such runs" text={mistake} />;
  if (location.pathname === '/') return <RunsPage isOpen={open} isLocal={local} />;
  return <Notice title="There is no such page" text={`Nothing is at ${location.pathname}.`} />;
}

const RUN = /^[0-9a-f-]{36}$/i;
const NUMBER = /^\d{1,9}$/;
/** What selects runs, and what it must be. */
const SELECTIONS: readonly [name: string, is: RegExp, words: string][] = [
  ['project', NUMBER, 'a number'],
  ['plan', NUMBER, 'a number'],
  ['status', new RegExp(`^(?:${RUN_STATES.join('|')})$`), `one of ${RUN_STATES.join(', ')}`],
  ['after', RUN, 'the id of a run'],
];

/** Why no runs can be selected like this; undefined if they can. */
function mistakeIn(query: URLSearchParams): string | undefined {
  for (const [name, is, words] of SELECTIONS) {
    const value = query.get(name) ?? '';
    if (value !== '' && !is.test(value)) return `In this address, ${name} must be ${words}, not “${visible(value)}”.`;
  }
  return undefined;
}

/** Spends the one-time token of an address that `testpoint serve` opened, and removes it from the address. */
async function signInByLink(): Promise<void> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  await post('/viewer/sign-in/token', { token });
  setFollowing(true);
}

async function sessionNow(): Promise<Session> {
  const session = await get('/viewer/session');
  if (!isObject(session)) throw new Error('The server did not say whether one must sign in.');
  const { open, local, signedIn } = session;
  return { open: open === true, local: local === true, signedIn: signedIn === true };
}
