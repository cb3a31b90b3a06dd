import { type RunningServer, startServer } from '@testpoint/reference-server';
import { BackingServices } from '../../reference-server/test/backing-services.js';
import { Fleet } from '../../reference-server/test/fleet.js';

/** Starts the service that suites report to: a server in this process or, with DATABASE=fleet in the environment, a fleet. */
export function startService(): Promise<Pick<RunningServer, 'url' | 'close'>> {
  return process.env.DATABASE === 'fleet' ? startFleet() : startServer({ port: 0, open: true });
}

/** Three servers behind a load balancer, on one PostgreSQL and one S3 store. */
export async function startFleet(): Promise<Pick<RunningServer, 'url' | 'close'>> {
  const services = await BackingServices.start();
  const fleet = await Fleet.start(services, { open: true });
  return {
    url: fleet.url,
    async close() {
      await fleet.close();
      await services.close();
    },
  };
}
