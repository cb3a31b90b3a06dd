import { createRequire } from 'node:module';

/** Of this package. */
export const { version: VERSION }: { version: string } = createRequire(import.meta.url)('../package.json');
