import type { RunnerTest } from './runner-types.js';

/** Browser mode: tests run in a page that Vitest has opened. The parts of Vitest's client there, in versions 3.2 to 5. */
export interface Page {
  sessionId: string;
  runner: { runTask?: ((test: RunnerTest) => unknown) | undefined };
}

interface Globals {
  __vitest_browser_runner__?: Page;
  __vitest_worker__: {
    rpc: {
      triggerCommand(session: string, command: string, file: undefined, values: readonly unknown[]): Promise<unknown>;
    };
  };
}

const globals = globalThis as unknown as Globals;
const { apply } = Reflect;
const { then } = Promise.prototype;
const soon = Promise.resolve();

/** Undefined in Node. */
export const page: Page | undefined = globals.__vitest_browser_runner__;

/** The command of our reporter that pages call, with a name and a content. */
export const COMMAND = 'testpoint';

/** What our reporter provides to pages: the tests to run. */
export const SELECTION = 'testpoint:selection';

/** What a page sends: a line of the channel with that name, or a part (base64) or the path of an attachment's file. */
export type PageContent = { line: string } | { base64: string } | { path: string };

/** Sends it to the reporter, which gets it before anything that Vitest sends later. Only in a page. */
export function tellFromPage(name: string, content: PageContent): void {
  // Not now: Vitest needs built-ins that the running code may have stubbed. Not through its `commands`, which add to a trace.
  const { rpc } = globals.__vitest_worker__;
  const send = () => rpc.triggerCommand(page?.sessionId ?? '', COMMAND, undefined, [name, content]);
  apply(then, apply(then, soon, [send]), [undefined, () => {}]);
}
