import type { LegacyResult } from '@testpoint/interface';
import { afterEach } from 'vitest';
import { KEY } from './journals.js';
import { type StrictService, type StrictServiceOptions, startStrictService } from './strict-service.js';

/** For one test file: returns a function that starts a service, which is closed when its test is over. */
export function useStrictService(): (options?: Partial<StrictServiceOptions>) => Promise<StrictService> {
  const running: StrictService[] = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });
  return async (options = {}) => {
    const service = await startStrictService({ secretKey: KEY, ...options });
    running.push(service);
    return service;
  };
}

/** External ids of the results that a service received, in order of arrival. */
export function idsIn({ results }: StrictService): unknown[] {
  return results.map(({ body }) => body.autoTestExternalId);
}

/** Lets a service take legacy results, whose bodies the list gets. */
export function takesLegacy(bodies: LegacyResult[], status = 204): Partial<StrictServiceOptions> {
  return {
    intercept(request, response) {
      if (request.url !== '/api/v2/testResults') return false;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.writeHead(status).end();
      });
      return true;
    },
  };
}
