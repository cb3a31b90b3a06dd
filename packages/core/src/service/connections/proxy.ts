const VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

/** A proxy, and the environment variable that names it. Messages show its host, without the credentials. */
export interface NamedProxy {
  url: URL;
  variable: string;
}

/** The environment names something that cannot be a proxy for us. */
export class ProxyVariableError extends Error {}

/** Avoids loading the real parser of the variables, which hardly anyone needs. */
export function isProxyPossible(): boolean {
  return VARIABLES.some((name) => variableOf(name) !== undefined);
}

/** @throws ProxyVariableError */
export async function proxyFor(service: URL): Promise<NamedProxy | undefined> {
  const { getProxyForUrl } = await import('proxy-from-env');
  if (getProxyForUrl(service.href) === '') return undefined;
  const variable = variableOf(`${service.protocol.slice(0, -1)}_proxy`) ?? variableOf('all_proxy') ?? 'HTTP_PROXY';
  const url = addressIn(process.env[variable] ?? '');
  if (url !== undefined) return { url, variable };
  throw new ProxyVariableError(
    `${variable} does not contain the address of an HTTP proxy, such as http://user:p%40ss@host:3128: correct it, or bypass the proxy with NO_PROXY.`,
  );
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

/** The spelling in which the variable is set, lower case first; undefined if it is not set. */
function variableOf(name: string): string | undefined {
  return [name, name.toUpperCase()].find((spelling) => process.env[spelling]);
}
