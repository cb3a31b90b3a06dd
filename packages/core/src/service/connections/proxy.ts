import { BlockList, isIP } from 'node:net';
import { notAProxy } from '../messages.js';

/** A proxy, and the environment variable that names it. Messages show its host, without the credentials. */
export interface NamedProxy {
  url: URL;
  variable: string;
}

/** The environment names something that cannot be a proxy for us. */
export class ProxyVariableError extends Error {}

/** @throws ProxyVariableError */
export function proxyFor(service: URL, env: NodeJS.ProcessEnv): NamedProxy | undefined {
  const variable = variableOf(`${service.protocol.slice(0, -1)}_proxy`, env) ?? variableOf('all_proxy', env);
  if (variable === undefined || isExempt(service, env)) return undefined;
  const url = addressIn(env[variable] ?? '');
  if (url !== undefined) return { url, variable };
  throw new ProxyVariableError(notAProxy(variable));
}

/** Without a protocol, HTTP is meant, as curl, Git and npm understand it. */
function addressIn(text: string): URL | undefined {
  try {
    const url = new URL(text.includes('://') ? text : `http://${text}`);
    // The agents decode them, too.
    decodeURIComponent(url.username + url.password);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether NO_PROXY names the host, in any way that curl or Node understands. */
function isExempt({ hostname, port, protocol }: URL, env: NodeJS.ProcessEnv): boolean {
  const host = withoutBrackets(hostname);
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const entries = env[variableOf('no_proxy', env) ?? ''] ?? '';
  return entries.split(/[\s,]+/).some((entry) => {
    // An IPv6 address without brackets has no port.
    const [, name = entry, itsPort = ownPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    return itsPort === ownPort && isNamed(host, withoutBrackets(name.toLowerCase()));
  });
}

/** @param name a host, a domain (with or without a dot before it), the end of a name (`*-x.example`), or addresses */
function isNamed(host: string, name: string): boolean {
  if (isIP(host) > 0) return name === '*' || containsAddress(name, host);
  if (name.startsWith('*')) return host.endsWith(name.slice(1));
  const domain = name.replace(/^\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** @param range an address, a subnet (`10.0.0.0/8`), or two addresses (`10.0.0.1-10.0.0.9`) */
function containsAddress(range: string, address: string): boolean {
  const familyOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const [first = '', last, bits] = range.split(/-(.*)|\/(\d+)$/);
  const list = new BlockList();
  try {
    if (bits !== undefined) list.addSubnet(first, Number(bits), familyOf(first));
    else list.addRange(first, last ?? first, familyOf(first));
  } catch {
    // Not an address.
  }
  return list.check(address, familyOf(address));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** The spelling in which the variable is set, lower case first; undefined if it is not set. */
function variableOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return [name, name.toUpperCase()].find((spelling) => env[spelling]);
}
