/** The built thread, in the same folder as the built server. Tests that run the server from source use it, too. */
export const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/sqlite-thread.js' : './sqlite-thread.js',
  import.meta.url,
);
