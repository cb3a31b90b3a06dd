import { option } from '../option.js';
import { flag, oneOf } from '../schemas.js';
import { externalId, failureReasons, links, redact, steps, stringMap } from '../structured-schemas.js';

/** What is reported. */
export const contentOptions = {
  /**
   * How to derive external ids for tests that set none: `path`, `title`, `hash` (SHA-1 of the path form), or a function of
   * the record.
   * @default path
   */
  externalId: option(externalId, { default: 'path', environment: ['TMS_EXTERNAL_ID'], stops: 'recording' }),
  /** `nested` shows earlier attempts as steps of the result; `last` leaves them out. @default nested */
  attempts: option(() => oneOf('nested', 'last'), { default: 'nested', environment: ['TMS_ATTEMPTS'] }),
  /** Which of Playwright's own steps to include. @default { expect: true, api: true, fixtures: true } */
  steps: option(steps, { default: { expect: true, api: true, fixtures: true } }),
  /**
   * Secrets to mask besides the secret key: strings of 4 or more characters, or RegExps. They become `***` in every text and
   * every text attachment, strings also as HTML, JSON and URLs escape them. A text that a RegExp can't search within 200 ms is
   * masked whole.
   * @default []
   */
  redact: option(redact, { default: [], secret: true, stops: 'recording', delivery: true }),
  /**
   * Which tests' output to attach as `output.txt`, at most 64 KiB: `failed`, `all` or `none`. The default is `failed`; in Mocha and
   * Cucumber it is `none`, because recording hooks into every write. Jest provides only the console output of the whole file.
   */
  output: option(() => oneOf('failed', 'all', 'none'), { environment: ['TMS_OUTPUT'] }),
  /** Links to add to every result: `{ url, title, description, type }`. @default [] */
  links: option(links, { default: [] }),
  /** Parameters to add to every result. @default {} */
  parameters: option(stringMap, { default: {} }),
  /** Properties to add to every result. @default {} */
  properties: option(stringMap, { default: {} }),
  /**
   * Rules for the failure reasons of failed tests: the first `{ pattern, reason }` that matches counts. `in` says where to search:
   * `message`, `trace` (the default is both), `file`, or `step` for titles of failed steps. `'auto'` at the end adds built-in rules for
   * infrastructure (connections, names, browsers that don't start) and mistakes in tests; assertions get no reason.
   * @default []
   */
  failureReasons: option(failureReasons, { default: [] }),
  /** Adds branch, commit and job URL as properties. The default is `true` in CI. */
  ci: option(flag, { environment: ['TMS_CI'] }),
  /** Reports in watch mode too; in Jest and Mocha without `report`, since they watch its files. @default false */
  watch: option(flag, { default: false, environment: ['TMS_WATCH'] }),
  /** What to do in `merge-reports`: `skip`, because each shard reports its own results, or `report`. @default skip */
  merge: option(() => oneOf('skip', 'report'), { default: 'skip', environment: ['TMS_MERGE'] }),
};
