/** What JUnit files say about tests, as elements with their attributes. */

import type { TestRecord } from '@testpoint/core';

export type Attributes = ReadonlyMap<string, string>;

/** `failure`, `error`, `skipped`, and Surefire's four elements for attempts. */
export interface Verdict {
  kind: string;
  message: string | undefined;
  type: string | undefined;
  text: string;
  /** Surefire puts the stack of an attempt into an element of its own. */
  stack: string;
  output: string[];
}

/** A test, or a suite with what it says apart from its tests. */
export interface CaseElement {
  attributes: Attributes;
  verdicts: Verdict[];
  output: string[];
  properties: [string, string][];
  /** Whether it has a list of properties, which may be empty. */
  hasProperties: boolean;
}

export interface SuiteElement extends CaseElement {
  hasTests: boolean;
  /** Tests that may follow once more. */
  held: TestRecord[];
}

/** The property of a suite by which our own export names its project. */
export const PROJECT_PROPERTY = 'testpoint.project';
/** The one of a test that has an id of its own. */
export const ID_PROPERTY = 'testpoint.id';

export const newElement = (attributes: Attributes): CaseElement => ({
  attributes,
  verdicts: [],
  output: [],
  properties: [],
  hasProperties: false,
});

export const VERDICTS: ReadonlySet<string> = new Set([
  'failure',
  'error',
  'skipped',
  'flakyFailure',
  'flakyError',
  'rerunFailure',
  'rerunError',
]);

/** Longest text to keep of one element, characters. */
const LONGEST = 16 * 1024 * 1024;

/** The text of one element, which arrives in pieces. */
export class ElementText {
  #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    const room = LONGEST - this.#length;
    if (room <= 0) return;
    this.#pieces.push(piece.length > room ? `${piece.slice(0, room)}\n[… the rest was left out]` : piece);
    this.#length += piece.length;
  }

  get value(): string {
    return this.#pieces.join('');
  }
}
