/**
 * Who may import whom. The folder of a file says in which process or thread its code runs (docs/architecture.md, "Where code
 * runs"), and that decides what it may load. `npm test` checks the rules with dependency-cruiser; `import-rules.test.ts`
 * plants a violation of each.
 */
import { frameworkPackages } from './projects.mjs';

const FRAMEWORK = `(?:${frameworkPackages().join('|')})`;
const ADAPTER = `^packages/${FRAMEWORK}/src/`;
const DESCRIPTION = '^packages/[^/]+/src/description\\.ts$';
/** What the command line knows of a framework. */
const COMMANDS = '^packages/[^/]+/src/commands/';
const REGISTRY = '^packages/frameworks/src/';
const CORE = '^packages/core/src/';
const MAIN_THREAD = `${CORE}(?:between-threads|built-ins|channel|in-test|outbox/(?:format|lock|write)|result|session|settings)/|${CORE}(?:adapter|descriptors|index)\\.ts$`;
/** Not the report's format: constants and types, which browsers load as well. */
const THREAD = `${CORE}(?:delivery|report|service|outbox/(?:read|tidy))/|^packages/report/src/(?!format\\.ts$)`;
/** Loaded inside tests, also in browsers. */
const TEST_API = `${CORE}(?:built-ins|in-test|channel/(?:format|write))/`;
const NETWORK = '^(?:dgram|dns|http|http2|https|net|tls)(?:/|$)';
const TEST = '\\.test\\.ts$|^packages/[^/]+/test/';

/** Imports that do not exist at run time (types) don't count. */
const AT_RUN_TIME = { dependencyTypesNot: ['type-only'] };

/** The rules by name. `from` is a pattern of paths. Tests may import anything. */
const rules = {
  'no-cycles': {
    comment: 'Merge two files that import each other, or move what they share to a third.',
    from: '.',
    to: { circular: true },
  },
  'source-imports-no-test': {
    comment: 'Code that only tests need belongs in the test folder.',
    from: '^packages/[^/]+/src/',
    to: { path: TEST },
  },
  'packages-by-their-entries': {
    comment: 'Import another package only through its `exports`.',
    from: '^packages/([^/]+)/src/',
    to: {
      path: '^packages/(?!$1/)[^/]+/src/',
      pathNot: `${CORE}(?:index|adapter|cli|in-test/api|(?:in-test|service|built-ins)/index)\\.ts$|^packages/(?!core/)[^/]+/src/(?:index|codec|constants|format|browser)\\.ts$|${REGISTRY}(?:commands|commands/.*|framework|labs?)\\.ts$|${DESCRIPTION}|${COMMANDS}`,
    },
  },
  'core-knows-no-framework': {
    comment: 'An adapter translates its framework; core knows only the wire format.',
    from: CORE,
    to: {
      path: `^packages/(?!core/|interface/|report/|frameworks/src/framework\\.ts)|(?:^|node_modules/)@?${FRAMEWORK}(?:[-/]|$)`,
    },
  },
  'frameworks-by-the-registry': {
    comment: 'Only the registry imports what the packages of frameworks say about them.',
    from: '^packages/(?!frameworks/)[^/]+/src/(?!reporter/|in-test/|commands/)',
    to: { ...AT_RUN_TIME, path: `${DESCRIPTION}|${COMMANDS}` },
  },
  'labs-by-the-registry': {
    comment: 'Laboratories are for our own programs, which get them from the registry. No published package has one.',
    from: '^packages/(?!frameworks/)[^/]+/src/',
    to: { path: '^packages/[^/]+/lab/' },
  },
  'descriptions-are-pure': {
    comment: 'Reports, pages and reporters load the descriptions.',
    from: DESCRIPTION,
    to: AT_RUN_TIME,
  },
  'reporters-load-no-registry': {
    comment: "Of the other frameworks, a suite's bundle has only what recognizes them: `hosts`.",
    from: `${ADAPTER}(?!commands/)|${CORE}`,
    to: { ...AT_RUN_TIME, path: `${REGISTRY}(?!index\\.ts$)|${COMMANDS}` },
  },
  'in-test-imports-no-reporter': {
    comment: "Code inside tests must not import the reporter's code, not even its types.",
    from: '^packages/([^/]+)/src/in-test/',
    to: { path: '^packages/$1/src/reporter/' },
  },
  'in-test-imports-no-core': {
    comment:
      'Of core, setup files and the test API load only the test API and the captured built-ins, not the session and its imports.',
    from: '^packages/[^/]+/src/in-test/',
    to: { ...AT_RUN_TIME, path: CORE, pathNot: TEST_API },
  },
  'test-api-loads-in-browsers': {
    comment: 'The test API gets Node from `built-ins/node.ts`, which still loads in a browser.',
    from: `${TEST_API}|${ADAPTER}in-test/(?!mocha-module\\.ts|look-ups\\.ts|native\\.ts)`,
    to: { ...AT_RUN_TIME, dependencyTypes: ['core'] },
  },
  'built-ins-import-nothing': {
    comment: 'All other code of core uses the captured built-ins, so they must not depend on it.',
    from: `${CORE}built-ins/`,
    to: { ...AT_RUN_TIME, path: CORE, pathNot: `${CORE}built-ins/` },
  },
  'adapter-delivers-nothing': {
    comment: 'A reporter passes records to a session. Delivery and its client run in the delivery thread.',
    from: ADAPTER,
    to: { path: `${CORE}(?:delivery|service|outbox)/` },
  },
  'main-thread-loads-no-thread-code': {
    comment:
      'Code that only the delivery thread or the command line needs would slow down every suite, and it calls what tests may have stubbed.',
    from: MAIN_THREAD,
    to: { ...AT_RUN_TIME, path: THREAD },
  },
  'main-thread-loads-no-network': {
    comment:
      "Only the delivery thread talks to the service. In the suite's process, network modules belong to the suite.",
    from: `${MAIN_THREAD}|${CORE}(?:cli|on-demand)\\.ts$|${ADAPTER}`,
    to: { ...AT_RUN_TIME, path: NETWORK },
  },
  'thread-imports-no-session': {
    comment: 'Results go one way: from the session to the journal, and from the journal to the service.',
    from: THREAD,
    to: { path: `${CORE}(?:session|in-test|channel)/|${CORE}(?:index|adapter|cli)\\.ts$` },
  },
  'report-imports-only-interface': {
    comment: 'A server and the command line show reports without core. Core is one source of a report.',
    from: '^packages/report/src/',
    to: { path: '^packages/(?!frameworks/|interface/|report/)' },
  },
  'server-imports-only-interface-and-report': {
    comment:
      'The reference server imports only the interface, which imports no other package, and the report, whose functions its pages use.',
    from: '^packages/(?:interface|reference-server)/src/',
    to: { path: '^packages/(?!interface/|reference-server/|report/)' },
  },
  'database-loads-no-schemas': {
    comment:
      "The SQLite thread needs a few of the interface's constants. Its schemas would add 300 ms to each server's start.",
    from: '^packages/reference-server/src/database/',
    to: { ...AT_RUN_TIME, path: '^packages/interface/src/', pathNot: '/(?:codec|constants)\\.ts$' },
  },
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: Object.entries(rules).map(([name, { comment, from, to }]) => {
    return { name, severity: 'error', comment, from: { path: from, pathNot: TEST }, to };
  }),
  options: {
    doNotFollow: { path: 'node_modules' },
    // The conformance suites and the fault laboratory count as tests.
    exclude: { path: '(?:^|/)(?:dist|build|fixtures)/|^packages/(?:chaos|conformance)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
