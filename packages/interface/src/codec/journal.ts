import { GUID_PATTERN } from '../constants.js';
import type { Table } from './members.js';
import type { ObjectOf } from './result.js';

/** Version of the journal's format. A reader refuses all others. */
export const JOURNAL_FORMAT = 3;
/** One letter for each outcome: Passed, Failed, Blocked, Skipped. */
const OUTCOME_LETTERS = ['P', 'F', 'B', 'S'] as const;
export type OutcomeLetter = (typeof OUTCOME_LETTERS)[number];

/** A folder below another one: a journal from elsewhere may name any. */
const NAME = '(?!\\.{1,2}(?:[\\\\/]|$)|[A-Za-z]:)[^\\0\\\\/]+';
const FOLDER_BELOW = `^${NAME}(?:[\\\\/]${NAME})*$`;

const TEXT = { is: 'text' } as const;
const SOME_TEXT = { is: 'text', minLength: 1 } as const;
const USERS = { is: 'text', users: true } as const;
const COUNT = { is: 'count' } as const;
const ID = { is: 'id' } as const;
/** Epoch milliseconds. */
const MOMENT = { is: 'number' } as const;
/** A name of its writer, for people. */
const ANY_NAME = { is: 'text', required: true, otherwise: 'unknown', shown: true } as const;

const LOCATION = {
  file: { ...USERS, required: true },
  /** From 1, like the column. */
  line: { ...COUNT, required: true },
  column: COUNT,
} as const satisfies Table;

export const ERROR = {
  message: { ...USERS, required: true },
  stack: USERS,
  /** Both as text, if the framework provided both. The viewer computes the diff. */
  expected: USERS,
  actual: USERS,
  /** Lines of source around the location, as text, with the line itself marked by the framework. */
  codeFrame: USERS,
  /**
   * Colors of `codeFrame`, added by the report's writer: for each run of characters, the letter of its color and its length. `k` keyword,
   * `s` string, `n` literal, `c` comment, `t` other text; such as `t6k5t1s8`.
   */
  frameColors: TEXT,
  /** Where it was thrown. */
  location: { is: 'object', of: LOCATION, whole: true },
} as const satisfies Table;
export type ErrorView = ObjectOf<typeof ERROR>;

const ERRORS = { is: 'list', of: { is: 'object', of: ERROR } } as const;
/**
 * Where the test called the steps of an attempt: those of setup, body and teardown, each before the steps inside it. A number is the line
 * of a step, from 1, or 0 if unknown; a text is the file of the lines after it. Steps at the end may be missing. Absent if the framework
 * does not say.
 */
const STEP_PLACES = { is: 'list', of: { is: 'either', of: [COUNT, TEXT] }, users: true } as const;

/** An attempt before the last. Its steps are those of the step that stands for it in the body. */
const ATTEMPT = {
  outcome: { is: 'text', oneOf: OUTCOME_LETTERS, required: true, otherwise: 'F' },
  startedAt: MOMENT,
  endedAt: MOMENT,
  errors: ERRORS,
  stepPlaces: STEP_PLACES,
} as const satisfies Table;
export type AttemptView = ObjectOf<typeof ATTEMPT>;

/**
 * Data for reports that is not in the service's body: the member `view` of a journal's `result` and `provisional` lines. Everything is
 * masked (`redact`) before it is written. Absent members are unknown.
 */
export const VIEW = {
  file: { ...USERS, required: true },
  /** Titles from the outermost describe to the test. */
  titles: { is: 'list', of: TEXT, users: true, required: true },
  /** From 1. */
  line: COUNT,
  project: USERS,
  /** Its number among equal tests of its file (see `TestNumbers`); only if above 1. */
  occurrence: COUNT,
  /** Set if the framework does something else with it than run it. */
  origin: TEXT,
  worker: COUNT,
  /** Milliseconds: the sum of its attempts, unless the time from start to end is the same. */
  duration: { is: 'number' },
  /** Errors of the deciding attempt, in the order in which they were thrown. */
  errors: ERRORS,
  /** Those of the last attempt. */
  stepPlaces: STEP_PLACES,
  /** All attempts except the last, in order; only if there are several. */
  earlier: { is: 'list', of: { is: 'object', of: ATTEMPT } },
  /** Number of the body's first steps that we added, one for each earlier attempt; only if there are several. */
  ownSteps: COUNT,
  /** Name of the parameter that we added: the number of attempts. */
  ownParameter: TEXT,
} as const satisfies Table;
export type ResultView = ObjectOf<typeof VIEW>;

const ATTACHMENT = {
  /** File name inside the session's `attachments` folder. */
  file: { is: 'text', required: true },
  name: { ...USERS, required: true },
  contentType: { is: 'text', required: true },
  /** GUID in the body, to be replaced by the uploaded attachment's GUID. */
  placeholder: { is: 'text', pattern: GUID_PATTERN, required: true },
} as const satisfies Table;
export type AttachmentEntry = ObjectOf<typeof ATTACHMENT>;

const TEST_POINTS = {
  is: 'list',
  of: {
    is: 'object',
    of: { configurationGlobalId: { ...ID, required: true }, testCaseGlobalId: { ...ID, required: true } },
  },
} as const;

/** Head of a `provisional` or `result` line. The body follows in wire format, as the entry's last member. */
export const HEAD = {
  /** `provisional`: the test's result so far, which counts if no other line with its key follows. */
  kind: { is: 'text', oneOf: ['result', 'provisional'], required: true },
  /** Connects a test's provisional results to its result, within the session. Absent if there were none. */
  key: ID,
  /** Number of the line whose result this one replaces, because the framework changed its verdict afterwards. */
  corrects: ID,
  attachments: { is: 'list', of: { is: 'object', of: ATTACHMENT } },
  /** The test cases that the test names, for test points 'from-tests'. */
  testCases: { is: 'list', of: ID },
  /** Set if no configuration was known for the record: the project that needs one. */
  configurationFor: TEXT,
  id: { is: 'text', required: true },
  configurationId: TEXT,
  configurationGlobalId: ID,
} as const satisfies Table;
export type ResultHead = Open<ObjectOf<typeof HEAD>> & { view?: ResultView | undefined };

/** Where a session ran: the member `view` of its line, masked. */
export const SURROUNDINGS = {
  /** One shard of several, from 1. */
  shard: {
    is: 'object',
    of: { current: { ...COUNT, required: true }, total: { ...COUNT, required: true } },
    whole: true,
  },
  /** Host name, operating system, version of Node. */
  machine: { is: 'object', of: { host: TEXT, os: TEXT, node: TEXT } },
  /** Branch, commit, job and so on, as found by the reporter. Values may be links (http, https). */
  ci: { is: 'texts' },
  /** What the user calls its environment, such as "windows, Node 24". */
  environment: TEXT,
  /** Whether it ran some tests of another session again. */
  isRerun: { is: 'true' },
  /** What fails its run, besides tests and without a trace in the results, such as "coverage thresholds". */
  otherFailure: TEXT,
  /** Whose results it imported, such as "JUnit XML, robot 7.1 (CTRF)". */
  importedFrom: TEXT,
  /** When imported tests ran, as far as their files say, epoch milliseconds. */
  ranAt: {
    is: 'object',
    of: { startedAt: { ...MOMENT, required: true }, endedAt: { ...MOMENT, required: true } },
    whole: true,
  },
} as const satisfies Table;
export type SessionView = ObjectOf<typeof SURROUNDINGS>;

/** First line of a journal. Contains no credentials and no URL, because a journal may come from elsewhere. */
const SESSION = {
  kind: { is: 'text', oneOf: ['session'], required: true },
  format: { is: 'count', required: true },
  /** Name and version of its writer. */
  tool: ANY_NAME,
  framework: ANY_NAME,
  frameworkVersion: ANY_NAME,
  startedAt: { ...MOMENT, required: true, shown: true },
  /** The run for the session's results. `none`: a shard without a run; the flush names it. */
  run: {
    is: 'either',
    of: [
      { is: 'object', of: { none: { is: 'true', required: true } } },
      { is: 'object', of: { use: { ...SOME_TEXT, required: true }, projectGlobalId: ID } },
      {
        is: 'object',
        of: {
          create: {
            is: 'object',
            of: {
              projectGlobalId: { ...ID, required: true },
              testPlanGlobalId: { ...ID, required: true },
              testPoints: {
                is: 'either',
                of: [{ is: 'text', oneOf: ['from-tests'] }, TEST_POINTS],
                required: true,
              },
            },
            required: true,
          },
        },
      },
    ],
    required: true,
  },
  finish: { is: 'text', oneOf: ['auto', 'complete', 'stop', 'leave'], required: true },
  /** The session's settings that are needed to send its results. What its suite did not know, a flush fills in. */
  wire: {
    is: 'object',
    of: { api: { is: 'text', oneOf: ['v2', 'legacy'] }, testPlanGlobalId: ID },
    required: true,
  },
  /**
   * The report that the suite makes of the session: a folder below the one that contains the outbox. A flush makes it for a killed suite.
   */
  report: { is: 'text', pattern: FOLDER_BELOW, shown: true },
  /** Id of the server of `testpoint serve` that the results are for. They go to no other server, and to no service. */
  localServer: TEXT,
  /** Only reports read it. */
  view: { is: 'object', of: SURROUNDINGS, shown: true },
} as const satisfies Table;
export type SessionEntry = ObjectOf<typeof SESSION>;

/** Provisional results that are the results of their tests. A reader that meets none takes the last provisional ones. */
const SETTLED = {
  kind: { is: 'text', oneOf: ['settled'], required: true },
  /** The test's key. */
  key: { ...COUNT, required: true },
  /** Number of its line, so that an earlier one does not replace an unreadable one. */
  of: { ...COUNT, required: true },
  /** Further ones: key, line, key, line … */
  others: { is: 'list', of: COUNT, inPairs: true },
} as const satisfies Table;
export type SettledEntry = Open<ObjectOf<typeof SETTLED>>;

/** Test points known before the run. `complete`: no others will follow, so the run can be created. */
const PLAN = {
  kind: { is: 'text', oneOf: ['plan'], required: true },
  testPoints: { ...TEST_POINTS, required: true },
  complete: { is: 'boolean', required: true },
} as const satisfies Table;
export type PlanEntry = ObjectOf<typeof PLAN>;

/** Data about the run that belongs to no test, written as soon as it is known, so that the report of a killed run has it. */
const NOTE = {
  kind: { is: 'text', oneOf: ['note'], required: true },
  problem: { is: 'object', of: { title: { ...USERS, required: true }, detail: USERS }, whole: true, shown: true },
  warning: { ...USERS, shown: true },
  /** What may have failed the run after its end. */
  otherFailure: { is: 'text', shown: true },
} as const satisfies Table;
export type NoteEntry = ObjectOf<typeof NOTE>;

/** What to do with the run. At most a note follows. A journal without it belongs to a session that died. */
const END = {
  kind: { is: 'text', oneOf: ['end'], required: true },
  finish: { is: 'text', oneOf: ['complete', 'stop', 'leave'], required: true },
  endedAt: { ...MOMENT, shown: true },
  interrupted: { is: 'boolean', shown: true },
} as const satisfies Table;
export type EndEntry = ObjectOf<typeof END>;

/** Every kind of line; of results, the head. */
export const ENTRIES = {
  session: SESSION,
  result: HEAD,
  provisional: HEAD,
  settled: SETTLED,
  plan: PLAN,
  note: NOTE,
  end: END,
} as const;

/** An object with `undefined` for what it does not have: objects of one shape cost less. */
type Open<T> = { [Name in keyof T]: undefined extends T[Name] ? T[Name] | undefined : T[Name] };
