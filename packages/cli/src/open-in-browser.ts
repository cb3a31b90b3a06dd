import spawn from 'cross-spawn';
import { invocation } from './invocation.js';

/** Opens an address in the user's browser, if there is one. */
export function openInBrowser(address: string): void {
  const [command, ...args] = commandFor(process.platform);
  const child = spawn(command, [...args, address], { env: invocation().env, stdio: 'ignore', detached: true });
  // The address is also on the terminal.
  child.on('error', () => {});
  child.unref();
}

function commandFor(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['explorer'] : ['xdg-open'];
}
