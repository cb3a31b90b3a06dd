import { BlockList, isIP } from 'node:net';

/** Whether only this machine reaches an address, given in numbers. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Says which `Host` headers a server on loopback answers to. A web page can have its own name lead to 127.0.0.1 (DNS
 * rebinding); the browser then treats this server as the page's, and only the header still tells.
 * @param further names besides `localhost` and the machine's own loopback addresses
 */
export function loopbackHosts(further: readonly string[]): (host: string) => boolean {
  const known = new Set(['localhost', ...further].map(nameIn));
  return (host) => {
    const name = nameIn(host);
    return known.has(name) || name.endsWith('.localhost') || isLoopback(name);
  };
}

/** Without the port, an address's brackets, and the dot that a full name may end with. */
function nameIn(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/(?<=^[^:]*|\]):\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
