/** The built thread. It stands beside the built server; tests that run the server from source use the built one, too. */
export const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/sqlite-thread.js' : './sqlite-thread.js',
  import.meta.url,
);
