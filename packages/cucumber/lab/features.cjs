// Runs test files in Cucumber, for the suites that every framework runs: their describes become rules, and their tests scenarios
// of one step. A configuration calls `configuration`, which writes a feature beside each test file; its support code is
// `support.cjs`, which defines the steps.
const { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename, join, resolve } = require('node:path');

/** The project's. A test file may change the working folder. */
const requireThere = createRequire(join(process.cwd(), 'project.cjs'));

const FILES = 'FEATURES_OF';
/** Paths of the test files. Workers find them in the environment, which a test file may replace. */
let known = process.env[FILES] === undefined ? undefined : JSON.parse(process.env[FILES]);

/** The functions that test files call, and what they have declared. */
function collector() {
  const root = { titles: [], tests: [], hooks: [] };
  const groups = [root];
  let group = root;
  const describe = (title, body) => {
    const outer = group;
    group = { titles: [...outer.titles, title], outer, tests: [], hooks: [], number: groups.length };
    groups.push(group);
    body();
    group = outer;
  };
  const add = (options) => (title, body) => {
    group.tests.push({ title, body, ...options });
  };
  const test = Object.assign(add({}), {
    skip: add({ skip: true }),
    only: add({ only: true }),
    // A title, a limit in milliseconds, and the body.
    limited: (title, timeout, body) => add({ timeout })(title, body),
    // A group whose scenarios are retried.
    retrying: (title, body) =>
      describe(title, () => {
        group.retried = true;
        body();
      }),
  });
  const hook = (kind) => (name, body) => group.hooks.push({ kind, name, body });
  return {
    groups,
    globals: {
      ...{ describe, test, it: test },
      ...{
        beforeEach: hook('Before'),
        afterEach: hook('After'),
        beforeAll: hook('BeforeAll'),
        afterAll: hook('AfterAll'),
      },
    },
  };
}

/** What a test file declares. It is loaded once in each process. */
const loaded = new Map();
function groupsOf(file) {
  if (!loaded.has(file)) {
    const { groups, globals } = collector();
    Object.assign(globalThis, globals);
    require(file);
    loaded.set(file, groups);
  }
  return loaded.get(file);
}

const EXTENSION = /(?:\.(?:spec|test|feature))?\.\w+$/;
const stem = (file) => basename(file).replace(EXTENSION, '');
const featureOf = (file) => file.replace(EXTENSION, '.feature');

/** The tag of a group, for its hooks. The outermost one has none. */
const tagOf = (file, { number }) => (number === undefined ? undefined : `@group-${number}-of-${stem(file)}`);

/** Groups and tests with the numbers by which steps name them. */
function numbered(file) {
  let number = 0;
  return groupsOf(file).map((group) => ({
    ...group,
    tag: tagOf(file, group),
    tests: group.tests.map((test) => ({ ...test, step: `test ${number++} of ${stem(file)}` })),
  }));
}

function featureText(file) {
  const lines = ['Feature:', ''];
  for (const { titles, tests, retried, ...group } of numbered(file)) {
    if (tests.length === 0) continue;
    if (titles.length > 0) lines.push(`Rule: ${titles.join(' > ')}`, '');
    const tags = [];
    for (let around = group; around.number !== undefined; around = around.outer) tags.push(tagOf(file, around));
    for (const { title, step, only } of tests) {
      const all = [...tags, ...(only ? ['@only'] : []), ...(retried ? ['@retried'] : [])];
      if (all.length > 0) lines.push(`  ${all.join(' ')}`);
      lines.push(`  Scenario: ${title}`, `    * ${step}`, '');
    }
  }
  return lines.join('\n');
}

/** Another process may read it. */
function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** The configuration, with the features of test files. @param files paths @param options further options of Cucumber */
exports.configuration = (files, options = {}) => {
  const paths = files.map((file) => resolve(file));
  known = paths;
  process.env[FILES] = JSON.stringify(paths);
  for (const file of paths) write(featureOf(file), featureText(file));
  const hasOnly = paths.some((file) => groupsOf(file).some(({ tests }) => tests.some(({ only }) => only)));
  return {
    default: {
      require: [resolve(__dirname, 'support.cjs')],
      paths: files.map(featureOf),
      ...(hasOnly && { tags: '@only' }),
      ...options,
    },
  };
};

/** Those of the configuration, or beside the features of a folder `files`. */
function testFiles() {
  if (known !== undefined) return known;
  const names = readdirSync('files').filter((name) => name.endsWith('.test.js'));
  return names.map((name) => resolve('files', name));
}

/** Defines the steps and hooks of all test files. */
exports.define = () => {
  const cucumber = requireThere('@cucumber/cucumber');
  for (const file of testFiles()) {
    const all = numbered(file);
    for (const { hooks, tag } of all) {
      const options = (name) => ({ name, ...(tag && { tags: tag }) });
      for (const { kind, name, body } of hooks) {
        if (kind === 'Before') cucumber.Before(options(name), () => body());
        else if (kind.endsWith('All')) cucumber[kind]({ name }, () => body());
      }
      // Cucumber runs them in the opposite order.
      const after = hooks.filter(({ kind }) => kind === 'After').reverse();
      for (const { name, body } of after) cucumber.After(options(name), () => body());
    }
    const tests = all.flatMap((group) => group.tests);
    const plain = tests.filter(({ timeout }) => timeout === undefined);
    // One definition, because Cucumber tries each one on every step.
    if (plain.length > 0) {
      const bodies = tests.map(({ body, skip }) => (skip || body === undefined ? () => 'skipped' : body));
      const own = new RegExp(`^test (${plain.map(({ step }) => step.split(' ')[1]).join('|')}) of ${stem(file)}$`);
      cucumber.When(
        plain.length === tests.length ? new RegExp(`^test (\\d+) of ${stem(file)}$`) : own,
        function (number) {
          return bodies[number].call(this);
        },
      );
    }
    for (const { step, timeout, body } of tests) {
      if (timeout !== undefined) cucumber.When(new RegExp(`^${step}$`), { timeout }, () => body());
    }
  }
};
