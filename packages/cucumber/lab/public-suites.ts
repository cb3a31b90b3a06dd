import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicSuites } from '@testpoint/frameworks/lab';
import { writeHostile } from './hostile.js';
import { reportTo } from './report.js';

type Suite = PublicSuites['suites'][number];

const PARALLEL = ['--parallel', '2'];

/** Its step definitions run a Cucumber of their time, on features that they write. */
function ownFeatures(version: string): Suite {
  return {
    name: `cucumber ${version}`,
    source: `cucumber@${version}`,
    needs: ['mkdirp@0.5.1', 'rimraf@2.4.3'],
    prepare: (folder, lab) => cpSync(join(lab, 'old-definitions.cjs'), join(folder, 'old-definitions.cjs')),
    args: ['--require', 'old-definitions.cjs', 'features'],
  };
}

const compatibilityKit: Suite = {
  name: 'compatibility-kit',
  source: '@cucumber/compatibility-kit@30.0.0',
  needs: ['tsx@4.20.6'],
  files: {
    'package.json': '{ "type": "module" }',
    // What it has of its own Cucumber.
    'cucumber-of-the-kit.js': `
      import * as cucumber from '@cucumber/cucumber';
      export const { After, AfterAll, Before, BeforeAll, DataTable, Given, Then, When } = cucumber;
      export const ParameterType = cucumber.defineParameterType;
      export class PendingException extends Error {}
      export class SkippedException extends Error {}`,
  },
  prepare: useCucumber,
  env: { NODE_OPTIONS: '--import tsx' },
  runs: argsOfKit,
};

const htmlReporter: Suite = {
  name: 'cucumber-html-reporter',
  source: 'cucumber-html-reporter@7.2.0',
  // Cucumber takes no definitions for another copy of itself.
  prepare: (folder) => rmSync(join(folder, 'node_modules'), { recursive: true, force: true }),
  args: ['--require', 'test/features/step_definitions/*.js', 'test/features'],
};

/** No package defines their steps, so that all are undefined. */
const gherkin: Suite = { name: 'gherkin', source: 'gherkin@4.1.3', args: ['testdata/good'] };
const cicero: Suite = {
  name: 'cicero-test',
  source: '@accordproject/cicero-test@0.24.0',
  files: { 'nothing.cjs': '' },
  args: ['--require', 'nothing.cjs', 'test/**/*.feature'],
};

const hostile: Suite = {
  name: 'hostile features',
  prepare: writeHostile,
  args: ['--require', 'steps.cjs', '--retry', '1', '--retry-tag-filter', '@retried'],
  // With a file that can't be parsed, Cucumber runs nothing.
  runs: () => [['features'], ['features', 'broken']],
};

export const publicSuites: PublicSuites = {
  version: '12.9.0',
  bare: reportTo,
  ours: (file) => [...reportTo(file), '--format', '"@testpoint/cucumber":".testpoint/cucumber.log"'],
  suites: [
    // In parallel, their scenarios delete each other's files, also without us.
    ...[ownFeatures('0.5.3'), ownFeatures('0.3.0')],
    ...[compatibilityKit, htmlReporter, gherkin, cicero, hostile].flatMap((suite) => [
      suite,
      { ...suite, name: `${suite.name} in parallel`, mode: 'in parallel', args: [...(suite.args ?? []), ...PARALLEL] },
    ]),
  ],
};

/** Its step definitions are for a Cucumber that only the kit uses. */
function useCucumber(folder: string): void {
  for (const name of readdirSync(join(folder, 'features'))) {
    const file = join(folder, 'features', name, `${name}.ts`);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('@cucumber/fake-cucumber', '../../cucumber-of-the-kit.js'));
  }
}

/** One run for each of its folders, because they define the same steps. */
function argsOfKit(folder: string): string[][] {
  return readdirSync(join(folder, 'features')).map((name) => {
    const file = join(folder, 'features', name, `${name}.arguments.txt`);
    const options = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : [];
    return [`features/${name}`, '--import', `features/${name}/*.ts`, ...options.filter((one) => one !== '--error')];
  });
}
