// Tests the reference server as three processes on one PostgreSQL and one S3 store, behind a load balancer: with its own tests,
// the whole conformance suite, and a large sample of the fault laboratory.
//
//   npm run test:fleet [-- server|conformance|chaos …]
import { run } from './steps.mjs';

/** The server's tests that work with any kind of server. The others test one process, or start several themselves. */
const SERVER = [
  ...['auth', 'bodies', 'fleet', 'inspect', 'legacy-results', 'matching', 'open', 'paging', 'results'],
  ...['robust', 'runs', 'states', 'weights'],
];
const PARTS = {
  server: SERVER.map((name) => `packages/reference-server/test/${name}.test.ts`),
  conformance: ['packages/conformance/test/conformance.test.ts'],
  chaos: ['packages/chaos/test/fleet.test.ts'],
};

const given = process.argv.slice(2);
const unknown = given.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". Choose from ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
Object.assign(process.env, { DATABASE: 'fleet', TESTPOINT_LONG: '1' });
for (const name of given.length > 0 ? given : Object.keys(PARTS)) {
  console.log(`\n== ${name}`);
  const { ok } = await run([name, `vitest run ${PARTS[name].join(' ')}`]);
  if (!ok) process.exitCode = 1;
}
