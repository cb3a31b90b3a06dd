import type { Outcome, RunStatus } from '@testpoint/interface';
import type { ResultFacts, RunFacts } from './facts.js';
import type { Load } from './load.js';
import type { Page } from './page.js';
import type { NewSender } from './senders.js';
import type { Expiry, Sessions, Views } from './views.js';
import type { PointStatus } from './weights.js';

/**
 * Stores runs, results and the descriptions of attachments. Every operation is atomic, even if others change the same run at
 * the same time. GUIDs are in lower case.
 */
export interface Store extends Views, Sessions, Expiry {
  /** Adds a run in state Pending. A test point given twice counts once. */
  createRun(run: NewRun): Promise<void>;
  /** Changes a run's state. Resolves to the reason if that is not allowed. */
  changeState(run: string, change: StateChange): Promise<RunRefusal | undefined>;
  /** Adds all results or none. Resolves to the reason if none were added. */
  addResults(run: string, delivery: Delivery): Promise<Refusal | undefined>;
  /** The GUID of a configuration that a run has test points of. */
  configurationId(run: string, configuration: number): Promise<string | undefined>;
  /** What a session calls a configuration. @param id its GUID, in lower case */
  nameConfiguration(id: string, name: string): Promise<void>;
  /** Some test points of a run, in the order of their creation. */
  points(run: string, selection: PointSelection): Promise<Part<Point>>;
  /** Some results of a run. */
  results(run: string, selection: ResultSelection): Promise<Part<Entry>>;
  insertAttachment(attachment: StoredAttachment): Promise<void>;
  findAttachment(id: string): Promise<StoredAttachment | undefined>;
  deleteAttachment(id: string): Promise<void>;
  /** Which of these attachments have a description. */
  knownAttachments(ids: readonly string[]): Promise<string[]>;
  /** The descriptions of these attachments, as far as they exist. */
  findAttachments(ids: readonly string[]): Promise<StoredAttachment[]>;
  /** The total size of all attachments. */
  attachmentBytes(): Promise<number>;
  /** How busy the database is now. */
  load(): Load;
  /** Rejects if the database does not respond, or takes no writes. */
  check(): Promise<void>;
  /** Finishes operations in progress and closes the database. */
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

export interface StateChange {
  to: Exclude<RunStatus, 'Pending'>;
  /** States from which the change is allowed. @default any */
  from?: readonly RunStatus[];
  at: string;
  /** Who asks, if the request says it. */
  sender?: NewSender | undefined;
  /** Whether to create the run if it does not exist. */
  makesRun: boolean;
}

/** The results of one request. */
export interface Delivery {
  operation: string;
  receivedOn: string;
  /** The request's body in UTF-8. The store takes ownership of it. */
  body: Uint8Array;
  results: readonly NewResult[];
  /** What they say about the run. */
  facts: RunFacts;
  /** Who sent them, if the request says it. */
  sender?: NewSender | undefined;
  /** Whether they become the current results of their autotests. Otherwise they only go into the history. */
  counts: boolean;
  /** State that the run must be in. @default any */
  needs?: RunStatus;
  /** Create the run, autotests and test points that do not exist. The run does not complete by itself. */
  open: boolean;
}

export interface NewResult extends ResultFacts {
  /** A GUID. */
  id: string;
  configurationId: string;
  /** The global id, if known. */
  configuration: number | null;
  externalId: string;
  outcome: Outcome;
  /** 1 if it has a picture, plus 2 if it has a trace. */
  evidence: number;
  /** Its position in the body, bytes. */
  start: number;
  length: number;
}

/** Why a run was not changed: it does not exist, or its state does not allow the change. */
export type RunRefusal = { reason: 'no run' } | { reason: 'state'; status: RunStatus };

/** Why results were not added. `unmatched`: the run has no autotests for the results at these positions of the array. */
export type Refusal = RunRefusal | { reason: 'unmatched'; places: number[] };

/** Which results of a run to read: the latest of each autotest and configuration, or all in order of arrival. */
export interface ResultSelection extends Page {
  latest: boolean;
  /** Whether to include the bodies as received. */
  bodies: boolean;
}

/** The part of a page that the store returns at once. `more`: others may follow after the last element. */
export interface Part<Element> {
  elements: Element[];
  more: boolean;
}

/** Some test points of a run, or some of those with a status. */
export interface PointSelection extends Page {
  status?: PointStatus | undefined;
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
  /** Skipped by stop or complete, because it has no result. */
  filler: boolean;
  /** A GUID. */
  result: string | null;
}

/** A result as it was received. */
export interface Entry {
  cursor: number;
  /** Its position in the order of arrival, from 1. */
  number: number;
  id: string;
  externalId: string;
  configurationId: string;
  configuration: number | null;
  outcome: PointStatus;
  operation: string;
  receivedOn: string;
  /** `NewSender.number` */
  session: number | null;
  /** JSON in UTF-8, if requested. */
  body: Uint8Array | undefined;
}

/** The description of an attachment. */
export interface StoredAttachment {
  id: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Hash of the content, in hexadecimal. */
  sha256: string;
  receivedOn: string;
}
