import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** More tests of `npm run test:starters`. Each project needs its own installation. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { include: ['*.starters.ts'], pool: 'forks', maxWorkers: 1 },
});
