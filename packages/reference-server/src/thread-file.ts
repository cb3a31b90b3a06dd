/** A built thread, in the same folder as the built server. Tests that run the server from source use it, too. */
export function threadFile(name: string): URL {
  return new URL(import.meta.url.endsWith('.ts') ? `../dist/${name}.js` : `./${name}.js`, import.meta.url);
}
