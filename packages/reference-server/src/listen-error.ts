import { DESCRIPTION } from './openapi.js';

/** Explains in one line why the server can't listen on an address, and what to do about it. */
export async function listenError(error: unknown, host: string, port: number): Promise<Error> {
  const { code, message } = error as NodeJS.ErrnoException;
  const isOurs = code === 'EADDRINUSE' && (await isOurServer(host, port));
  const [problem, fix] = isOurs
    ? OUR_SERVER
    : (code !== undefined && EXPLANATIONS[code]) || [message, 'Check the host and the port'];
  const known = problem === message ? '' : ` (${code})`;
  return new Error(`Cannot listen on ${host}, port ${port}: ${problem}${known}. ${fix}.`, { cause: error });
}

/** Time for the other server to answer, milliseconds. */
const PATIENCE = 1000;

async function isOurServer(host: string, port: number): Promise<boolean> {
  try {
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/openapi.json`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    return (await answer.text()).includes(JSON.stringify(DESCRIPTION));
  } catch {
    return false;
  }
}

const OUR_SERVER: [problem: string, fix: string] = [
  'another server of Testpoint is using the port, such as testpoint serve',
  'Stop it with Ctrl+C in its terminal, or choose another port; port 0 picks a free one',
];

const UNKNOWN_HOST: [problem: string, fix: string] = ['this host name has no address', 'Correct the host'];

const EXPLANATIONS: Record<string, [problem: string, fix: string]> = {
  EADDRINUSE: ['another process is using the port', 'Stop it, or choose another port; port 0 picks a free one'],
  EADDRNOTAVAIL: ['this machine does not have the address', 'Correct the host'],
  EACCES: ['this user may not use the port', 'Choose a port from 1024 on'],
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
};
