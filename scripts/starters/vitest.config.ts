import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What `npm run test:starters` looks at besides its table: each project takes an installation of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { include: ['*.starters.ts'], pool: 'forks', maxWorkers: 1 },
});
