/** The built file that contains this module, as a path or URL. `native.cjs` is beside it. */
export const packageFile: string = typeof __filename === 'string' ? __filename : import.meta.url;
