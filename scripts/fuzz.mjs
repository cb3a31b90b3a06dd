// Sends fuzzed requests to the reference server on SQLite, and as many to the one on PostgreSQL. Prints the seed first, so that a
// failure can be repeated. No response may be a 5xx or deviate from the OpenAPI document, no file may be left without a row, and
// no server may need more than 250 MB.
//
//   npm run test:fuzz [-- <requests to each> [<seed>]]
import { run } from './steps.mjs';

const [requests = '37000', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2);
console.log(`${requests} requests on each database, seed ${seed}`);
Object.assign(process.env, { TESTPOINT_FUZZ_REQUESTS: requests, TESTPOINT_FUZZ_SEED: seed });
const { ok } = await run(['fuzz', 'vitest run packages/reference-server/test/fuzz.test.ts']);
process.exit(ok ? 0 : 1);
