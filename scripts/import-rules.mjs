/**
 * Who may import whom. The folder of a file says in which process or thread its code runs (docs/architecture.md, "Rooms"),
 * and that decides what it may load. `npm test` checks the rules with dependency-cruiser; `import-rules.test.ts` plants a
 * violation of each.
 */

const ADAPTER = '^packages/(?:jest|mocha|playwright|vitest)/src/';
const CORE = '^packages/core/src/';
/** Besides these `index.ts`, which also exports what the command line needs. */
const MAIN_THREAD = `${CORE}(?:between-threads|built-ins|channel|in-test|outbox/(?:format|lock|write)|result|session|settings)/`;
const THREAD = `${CORE}(?:delivery|report|service|outbox/(?:read|tidy))/`;
/** Loads inside tests, in a browser too. */
const TEST_API = `${CORE}(?:built-ins|in-test|channel/(?:format|write))/`;
const NETWORK = '^(?:dgram|dns|http|http2|https|net|tls)(?:/|$)';
const TEST = '\\.test\\.ts$|^packages/[^/]+/test/';

/** Imports that do not exist at run time (types) don't count. */
const AT_RUN_TIME = { dependencyTypesNot: ['type-only'] };

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  {
    name: 'no-circles',
    comment: 'Two files that need each other are one concept, or a third one is missing.',
    from: { pathNot: TEST },
    to: { circular: true },
  },
  {
    name: 'source-imports-no-test',
    comment: 'What only tests need is in the test folder.',
    from: { path: '^packages/[^/]+/src/', pathNot: TEST },
    to: { path: TEST },
  },
  {
    name: 'packages-by-their-entries',
    comment: 'A package is used by the names in its `exports`.',
    from: { path: '^packages/([^/]+)/src/', pathNot: TEST },
    to: {
      path: '^packages/(?!$1/)[^/]+/src/',
      pathNot: `${CORE}(?:index|(?:in-test|service)/index|built-ins/language|channel/format/messages|report/format)\\.ts$|^packages/(?!core/)[^/]+/src/(?:index|constants)\\.ts$`,
    },
  },
  {
    name: 'core-knows-no-framework',
    comment: 'An adapter translates its framework; core knows only the wire format.',
    from: { path: CORE, pathNot: TEST },
    to: {
      path: '^packages/(?!core/|interface/)|(?:^|/)node_modules/(?:@playwright|@jest|@vitest|jest|jest-[^/]+|mocha|playwright|vitest)/|^(?:@playwright/|@jest/|@vitest/|jest$|mocha$|vitest$)',
    },
  },
  {
    name: 'in-test-imports-no-reporter',
    comment: "The reporter's code has no business in a test's process, nor have its types.",
    from: { path: '^packages/([^/]+)/src/in-test/', pathNot: TEST },
    to: { path: '^packages/$1/src/reporter/' },
  },
  {
    name: 'in-test-imports-no-core',
    comment:
      'Setup files and the test API load the test API and captured built-ins of core, and not the session and all it needs.',
    from: { path: '^packages/[^/]+/src/in-test/', pathNot: TEST },
    to: { ...AT_RUN_TIME, path: CORE, pathNot: `${TEST_API}` },
  },
  {
    name: 'test-api-loads-in-browsers',
    comment: 'The test API asks `built-ins/node.ts` for Node, which answers with nothing in a browser.',
    from: { path: `${TEST_API}|^packages/(?:jest|vitest)/src/in-test/`, pathNot: TEST },
    to: { ...AT_RUN_TIME, dependencyTypes: ['core'] },
  },
  {
    name: 'built-ins-import-nothing',
    comment: 'Everything else rests on the captured built-ins.',
    from: { path: `${CORE}built-ins/`, pathNot: TEST },
    to: { ...AT_RUN_TIME, path: CORE, pathNot: `${CORE}built-ins/` },
  },
  {
    name: 'adapter-delivers-nothing',
    comment: 'A reporter hands records to a session; delivery and its client belong to the thread.',
    from: { path: ADAPTER, pathNot: TEST },
    to: { path: `${CORE}(?:delivery|service|outbox)/` },
  },
  {
    name: 'main-thread-loads-no-thread-code',
    comment:
      'Every suite would pay for loading what only the delivery thread or the command line needs; and it calls what tests may have stubbed.',
    from: { path: MAIN_THREAD, pathNot: TEST },
    to: { ...AT_RUN_TIME, path: THREAD },
  },
  {
    name: 'main-thread-loads-no-network',
    comment:
      'The delivery thread talks to the service. In the suite process the modules of the network stay as the suite has them.',
    from: { path: `${MAIN_THREAD}|${CORE}(?:index|flush)\\.ts$|${ADAPTER}`, pathNot: TEST },
    to: { ...AT_RUN_TIME, path: NETWORK },
  },
  {
    name: 'thread-imports-no-session',
    comment: 'Results go one way: from the session into the journal, from the journal to the service.',
    from: { path: THREAD, pathNot: TEST },
    to: { path: `${CORE}(?:session|in-test|channel)/|${CORE}index\\.ts$` },
  },
  {
    name: 'floors',
    comment: 'The interface stands on nothing, and the reference server on the interface alone.',
    from: { path: '^packages/(?:interface|reference-server)/src/', pathNot: TEST },
    to: { path: '^packages/(?!interface/|reference-server/)' },
  },
  {
    name: 'database-loads-no-schemas',
    comment:
      "The SQLite thread needs a few of the interface's constants; its schemas take 300 ms of each server's start.",
    from: { path: '^packages/reference-server/src/database/', pathNot: TEST },
    to: { ...AT_RUN_TIME, path: '^packages/interface/src/', pathNot: '/constants\\.ts$' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // The conformance suites and the fault laboratory are tests.
    exclude: { path: '(?:^|/)(?:dist|build|fixtures)/|^packages/(?:chaos|conformance)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
