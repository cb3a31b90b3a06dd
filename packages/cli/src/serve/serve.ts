import { join } from 'node:path';
import { LOCAL_SERVER_FILE, type LocalServer, readLocalServer } from '@testpoint/core/cli';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailure, EXIT } from '../failure.js';
import { example } from '../help.js';
import { absolute, invocation, runIn, untilSignal } from '../invocation.js';
import { openInBrowser } from '../open-in-browser.js';
import { paint, paintError, print, say } from '../terminal.js';
import * as messages from './messages.js';
import { forget, startLocalServer } from './start.js';
import { isRunning, signInLink } from './talk.js';

interface Options {
  port?: number;
  open: boolean;
  fresh?: true;
  root?: string;
}

/** `testpoint serve`. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Show results live on this machine: suites below this folder report here without any setting.')
    .option('--port <number>', 'port to listen on (default: 7357, or a free one)', toPort)
    .option('--no-open', 'print the address instead of opening the browser')
    .option('--fresh', 'forget the results of earlier starts')
    .option('--root <dir>', 'folder to serve (default: this one)')
    .addHelpText(
      'after',
      `${example('testpoint serve')}

Needs the package @testpoint/reference-server. Results stay in .testpoint/serve for the next start. A suite reports here if
nothing else sets an address or a key, and outside of CI.

Exit code: 0 after Ctrl+C, 1 if the server can't start, 2 on wrong usage.`,
    )
    .action(serve);
}

async function serve({ port, open, fresh, root = '.' }: Options): Promise<void> {
  const folder = absolute(root);
  const file = join(folder, LOCAL_SERVER_FILE);
  const other = readLocalServer(file);
  if (other !== undefined && (await isRunning(other))) {
    if (fresh) throw new CommandFailure(messages.notFresh(other.url), EXIT.usage);
    say(messages.servedAlready(other.url));
    await show(other, open);
    return;
  }
  if (fresh) forget(file);
  const { server, close } = await startLocalServer(folder, file, port);
  // Without the browser, there is one address: the one that signs in.
  say(messages.servingResults(folder, open ? paintError.bold(server.url) : undefined));
  const given = invocation();
  const { stdin } = given;
  say(paintError.dim(messages.runYourTests(stdin.isTTY === true)));
  await show(server, open);
  const openAgain = async () => openInBrowser(await signInLink(server));
  // A terminal passes a line on when Enter ends it.
  if (stdin.isTTY === true) {
    stdin.on?.(
      'data',
      () => void runIn(given, openAgain).catch((error: Error) => runIn(given, () => say(error.message))),
    );
  }
  await untilSignal();
  await close();
  // The sockets of open pages would keep this process alive.
  invocation().end();
}

/** Opens the page, or prints an address that opens it, signed in. */
async function show(server: LocalServer, open: boolean): Promise<void> {
  const link = await signInLink(server);
  if (open) openInBrowser(link);
  else print(`${link}  ${paint.dim(messages.validOnce)}`);
}

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError(messages.wrongPort);
}
