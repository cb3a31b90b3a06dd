import { option } from '../option.js';
import { flag, oneOf } from '../schemas.js';
import { externalId, failureReasons, links, redact, steps, stringMap } from '../structured-schemas.js';

/** What is reported. */
export const contentOptions = {
  /**
   * What external ids are made of, for tests without one of their own: `path`, `title`, `hash` (SHA-1 of the path form), or a
   * function of the record.
   * @default path
   */
  externalId: option(externalId, { default: 'path', environment: ['TMS_EXTERNAL_ID'] }),
  /** `nested`: earlier attempts are steps of the result; `last`: they are left out. @default nested */
  attempts: option(() => oneOf('nested', 'last'), { default: 'nested', environment: ['TMS_ATTEMPTS'] }),
  /** Which of Playwright's own steps go in. @default { expect: true, api: true, fixtures: true } */
  steps: option(steps, { default: { expect: true, api: true, fixtures: true } }),
  /**
   * What must not leave the machine besides the secret key: strings of 4 or more characters, or RegExps, that become `***` in
   * every text and every attachment that is text.
   * @default []
   */
  redact: option(redact, { default: [], secret: true }),
  /**
   * What a test prints, as an attachment of at most 64 KiB, `output.txt`: of tests that `failed`, of `all`, or of `none`. By default
   * `failed`; in Mocha `none`, since there it takes a look at every write. Of Jest it is the whole file's console.
   */
  output: option(() => oneOf('failed', 'all', 'none'), { environment: ['TMS_OUTPUT'] }),
  /** Links of every result: `{ url, title, description, type }`. @default [] */
  links: option(links, { default: [] }),
  /** Parameters of every result. @default {} */
  parameters: option(stringMap, { default: {} }),
  /** Properties of every result. @default {} */
  properties: option(stringMap, { default: {} }),
  /** `{ pattern, reason }`: the first pattern found in a failed test's errors names its failure reason. @default [] */
  failureReasons: option(failureReasons, { default: [] }),
  /** Adds branch, commit and job URL as properties; by default in CI. */
  ci: option(flag, { environment: ['TMS_CI'] }),
  /** Report in watch mode too. @default false */
  watch: option(flag, { default: false, environment: ['TMS_WATCH'] }),
  /** Under `merge-reports`: `skip`, since the shards reported themselves, or `report`. @default skip */
  merge: option(() => oneOf('skip', 'report'), { default: 'skip', environment: ['TMS_MERGE'] }),
};
