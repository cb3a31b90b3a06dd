import type { Outcome, RunRecord, RunStatus } from '@testpoint/interface';
import type { Load } from './load.js';
import type { PointStatus } from './weights.js';

/**
 * Where the server keeps runs, results and the descriptions of attachments. Every operation happens whole or not at all, also
 * when others change the same run at the same time. GUIDs are in lower case.
 */
export interface Store {
  /** Adds a run in state Pending. A test point given twice counts once. */
  createRun(run: NewRun): Promise<void>;
  findRun(id: string): Promise<RunRecord | undefined>;
  /** Some runs, newest first. */
  listRuns(selection: RunSelection): Promise<RunRecord[]>;
  /** Moves a run. Resolves to the reason where it may not. */
  changeState(run: string, change: StateChange): Promise<RunRefusal | undefined>;
  /** Adds all results or none. Resolves to the reason for none. */
  addResults(run: string, delivery: Delivery): Promise<Refusal | undefined>;
  /** The GUID of a configuration that a run has test points of. */
  configurationId(run: string, configuration: number): Promise<string | undefined>;
  /** Some test points of a run, in the order in which they came into being. */
  points(run: string, page: Page): Promise<Part<Point>>;
  /** Some results of a run. */
  results(run: string, selection: ResultSelection): Promise<Part<Entry>>;
  insertAttachment(attachment: StoredAttachment): Promise<void>;
  findAttachment(id: string): Promise<StoredAttachment | undefined>;
  deleteAttachment(id: string): Promise<void>;
  /** Which of these attachments have a description. */
  knownAttachments(ids: readonly string[]): Promise<string[]>;
  /** The sizes of all attachments, added up. */
  attachmentBytes(): Promise<number>;
  /** How busy the database is now. */
  load(): Load;
  /** Rejects when the database does not answer. */
  check(): Promise<void>;
  /** Ends what is under way, and lets go of the database. */
  close(): Promise<void>;
}

export interface NewRun {
  id: string;
  project: number | null;
  plan: number | null;
  createdOn: string;
  points: readonly NewPoint[];
}

/** A test point of a new run, with the external ids of its test case's autotests. */
export interface NewPoint {
  configuration: number;
  configurationId: string;
  testCase: number;
  autoTests: readonly string[];
}

/** Runs of one project or of all, at most `limit`, those that are older than the run `after`. */
export interface RunSelection {
  project?: number;
  after?: string;
  limit: number;
}

export interface StateChange {
  to: Exclude<RunStatus, 'Pending'>;
  /** States in which the run may be. @default any */
  from?: readonly RunStatus[];
  at: string;
  /** Whether a run that is not there is made. */
  makesRun: boolean;
}

/** The results of one request. */
export interface Delivery {
  operation: string;
  receivedOn: string;
  /** The request's body in UTF-8. It belongs to the store from now on. */
  body: Uint8Array;
  results: readonly NewResult[];
  /** Whether they become their autotests'; otherwise they are history only. */
  counts: boolean;
  /** State in which the run must be. @default any */
  needs?: RunStatus;
  /** The run, autotests and test points that are not there are made, and the run does not complete by itself. */
  open: boolean;
}

export interface NewResult {
  /** A GUID. */
  id: string;
  configurationId: string;
  /** Where it is known. */
  configuration: number | null;
  externalId: string;
  outcome: Outcome;
  /** Where it stands in the body, bytes. */
  start: number;
  length: number;
}

/** Why a run stays as it is: it is not there, or in a state in which this is not allowed. */
export type RunRefusal = { reason: 'no run' } | { reason: 'state'; status: RunStatus };

/** Why results are not taken: also because the run has no autotests for those at these places in the array. */
export type Refusal = RunRefusal | { reason: 'unmatched'; places: number[] };

/** Part of a list: at most `limit` elements behind the one with the cursor `after`. */
export interface Page {
  after: number;
  limit: number;
}

/** Which results of a run: the latest of each autotest and configuration, or all in the order of arrival. */
export interface ResultSelection extends Page {
  latest: boolean;
  /** Whether to give the bodies as they were received. */
  bodies: boolean;
}

/** As much of a page as the store gives at once; `more`: others may follow behind the last element. */
export interface Part<Element> {
  elements: Element[];
  more: boolean;
}

export interface Point {
  cursor: number;
  configuration: number | null;
  configurationId: string;
  testCase: number | null;
  status: PointStatus;
  autoTests: PointAutoTest[];
}

export interface PointAutoTest {
  externalId: string;
  status: PointStatus;
  /** Skipped by stop or complete, for want of a result. */
  filler: boolean;
  /** A GUID. */
  result: string | null;
}

/** A result as it was received. */
export interface Entry {
  cursor: number;
  id: string;
  externalId: string;
  configurationId: string;
  configuration: number | null;
  outcome: PointStatus;
  operation: string;
  receivedOn: string;
  /** JSON in UTF-8, where asked for. */
  body: Uint8Array | undefined;
}

/** What is known about an attachment besides its content. */
export interface StoredAttachment {
  id: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
  receivedOn: string;
}
