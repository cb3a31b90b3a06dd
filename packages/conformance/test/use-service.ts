import { startServer } from '@testpoint/reference-server';
import { afterAll, beforeAll } from 'vitest';

/** Starts a reference server for the tests of a file. */
export function useService(): { readonly url: string } {
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  beforeAll(async () => {
    server = await startServer({ port: 0, open: true });
  });
  afterAll(() => server?.close());
  return {
    get url() {
      return server?.url ?? '';
    },
  };
}
