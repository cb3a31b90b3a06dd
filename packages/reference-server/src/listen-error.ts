/** Explains in one line why the server can't listen on an address, and what to do about it. */
export function listenError(error: unknown, host: string, port: number): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const [problem, fix] = (code !== undefined && EXPLANATIONS[code]) || [message, 'Check the host and the port'];
  const known = problem === message ? '' : ` (${code})`;
  return new Error(`Cannot listen on ${host}, port ${port}: ${problem}${known}. ${fix}.`, { cause: error });
}

const UNKNOWN_HOST: [problem: string, fix: string] = ['this host name has no address', 'Correct the host'];

const EXPLANATIONS: Record<string, [problem: string, fix: string]> = {
  EADDRINUSE: ['another process is using the port', 'Stop it, or choose another port; port 0 picks a free one'],
  EADDRNOTAVAIL: ['this machine does not have the address', 'Correct the host'],
  EACCES: ['this user may not use the port', 'Choose a port from 1024 on'],
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
};
