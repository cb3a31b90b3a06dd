import { BlockList, isIP } from 'node:net';

/** Whether an IP address can only be reached from this machine. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Decides which `Host` headers a server on loopback accepts. A malicious web page can make its own host name resolve to
 * 127.0.0.1 (DNS rebinding). The browser then treats this server as the page's own, and only `Host` gives it away.
 * @param further names to accept besides `localhost` and loopback addresses
 */
export function loopbackHosts(further: readonly string[]): (host: string) => boolean {
  const known = new Set(further.map(nameInHost));
  return (host) => known.has(nameInHost(host)) || isLocal(nameInHost(host));
}

/** Whether a name, or an address without brackets, is always one of this machine. */
export function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/** Removes the port, the brackets of an address, and the final dot of a full name. */
export function nameInHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/(?<=^[^:]*|\]):\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
