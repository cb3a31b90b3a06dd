/** The parts of the build's plugin interface that we use. */
interface Plugin {
  name: string;
  renderChunk(code: string, chunk: unknown, options: { format: string }): string | undefined;
}

const LATE_CHUNK = /\bimport\(("\.\/[^"?]+)"\)/g;

/**
 * Node caches a failed `import()` for as long as the process lives: a chunk that could not be read while all descriptors
 * were in use would be missing for good. Under another URL it is read again. CommonJS does not need this, because `require`
 * does not cache failures.
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
