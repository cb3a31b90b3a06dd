import { fileURLToPath } from 'node:url';

/** The parts of the build's plugin interface that we use. */
interface Plugin {
  name: string;
  resolveId(source: string, importer: string | undefined): string | undefined;
}

const UNUSED = new Set(['asynckit', 'es-set-tostringtag', 'https', 'mime-types']);
const REPLACEMENT = fileURLToPath(new URL('./unused-by-form-data.cjs', import.meta.url));

/**
 * Keeps modules out of the bundle that form-data loads but never uses for us. Loading them takes half of the time that the
 * first attachment waits for form-data.
 */
export function leanFormData(): Plugin {
  return {
    name: 'lean-form-data',
    resolveId(source, importer) {
      return UNUSED.has(source) && /[\\/]form-data[\\/]/.test(importer ?? '') ? REPLACEMENT : undefined;
    },
  };
}
