import { fileURLToPath } from 'node:url';

/** The parts of the build's plugin interface that we use. */
interface Plugin {
  name: string;
  resolveId(source: string, importer: string | undefined): string | undefined;
}

const UNUSED = new Set(['asynckit', 'es-set-tostringtag', 'https', 'mime-types']);
const REPLACEMENT = fileURLToPath(new URL('./unused-by-form-data.cjs', import.meta.url));

/** Leaves out of the bundle what form-data loads but never uses for us: half of the time that the first attachment waits for it. */
export function leanFormData(): Plugin {
  return {
    name: 'lean-form-data',
    resolveId(source, importer) {
      return UNUSED.has(source) && /[\\/]form-data[\\/]/.test(importer ?? '') ? REPLACEMENT : undefined;
    },
  };
}
