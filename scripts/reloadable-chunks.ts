/** What of the build's plugin interface is used here. */
interface Plugin {
  name: string;
  renderChunk(code: string, chunk: unknown, options: { format: string }): string | undefined;
}

const LATE_CHUNK = /\bimport\(("\.\/[^"?]+)"\)/g;

/**
 * Node keeps a failed `import()` for as long as the process lives: a chunk that could not be read while all descriptors were
 * taken would be missing for good. Under another address it is read again. CommonJS needs none of this, since `require`
 * keeps no failure.
 */
export function reloadableChunks(): Plugin {
  return {
    name: 'reloadable-chunks',
    renderChunk(code, _chunk, { format }) {
      if (format !== 'es' || !code.includes('import("./')) return undefined;
      return code.replace(
        LATE_CHUNK,
        (first, address: string) =>
          `${first}.catch(() => import(/* @vite-ignore */ ${address}?again=" + performance.now()))`,
      );
    },
  };
}
