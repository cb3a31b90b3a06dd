import sax from 'sax';
import { fileText } from './file-text.js';
import { DamagedFile } from './input-failure.js';
import type { Intake } from './intake.js';
import {
  type Attributes,
  type CaseElement,
  ElementText,
  newElement,
  PROJECT_PROPERTY,
  type SuiteElement,
  VERDICTS,
  type Verdict,
} from './junit-elements.js';
import { isHeld, joinReruns } from './junit-reruns.js';
import { junitTest } from './junit-test.js';
import { DAMAGE, otherElement, suiteOutput } from './messages.js';

/** Longest attribute, characters: some tools write whole stacks into one. */
const LONGEST_ATTRIBUTE = 32 * 1024 * 1024;
const ROOTS: ReadonlySet<string> = new Set(['testsuites', 'testsuite']);

/**
 * Reads a JUnit file as a stream, and hands over each test when it ends.
 * @throws DamagedFile where it is not XML any more
 */
export async function readJUnit(path: string, intake: Intake): Promise<void> {
  const reader = new JUnitReader(intake);
  try {
    for await (const text of fileText(path)) reader.write(text);
    reader.end();
  } finally {
    reader.takeRest();
  }
}

/** What may precede an XML file's first element, one at a time. No text matches in two ways, which could take forever. */
export const PROLOG = String.raw`\s|<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>[]*(?:\[(?:[^\]]|\](?!\s*>))*\])?\s*>`;
const ROOT = new RegExp(`^(?:${PROLOG})*<([^\\s/>!?]+)`);

/** The name of an XML file's first element; undefined if its first piece of text has no element. */
export async function rootElement(path: string): Promise<string | undefined> {
  for await (const text of fileText(path)) {
    const [begun = '', name] = ROOT.exec(text) ?? [];
    // The file ends within the name.
    return name !== undefined && begun.length === text.length && 'testsuites'.startsWith(name) ? 'testsuites' : name;
  }
  return undefined;
}

class JUnitReader {
  readonly #intake: Intake;
  readonly #parser = sax.parser(true, {});
  readonly #suites: SuiteElement[] = [];
  #hostIsProject = false;
  /** The file of a suite "Root Suite", which Mocha's reporter writes before the suites of the same file. */
  #rootFile: string | undefined;
  #case: CaseElement | undefined;
  #verdict: Verdict | undefined;
  /** The element whose text is read. */
  #text: { name: string; text: ElementText } | undefined;
  #depth = 0;

  constructor(intake: Intake) {
    this.#intake = intake;
    Object.assign(sax, { MAX_BUFFER_LENGTH: LONGEST_ATTRIBUTE });
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#open(name, new Map(Object.entries(attributes as object)));
    parser.onclosetag = (name) => this.#close(name);
    parser.ontext = (text) => this.#text?.text.add(text);
    parser.oncdata = (text) => this.#text?.text.add(text);
    parser.onerror = (error) => this.#fail(error);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }

  /** What waits for the end of a suite that a damaged file does not have. */
  takeRest(): void {
    for (const suite of this.#suites) this.#takeHeld(suite);
  }

  #fail(error: Error): void {
    const parser = this.#parser;
    const [what = DAMAGE.noXml] = error.message.split('\n');
    // Entities that a file defines are never expanded: they stay as they are written.
    if (/^Invalid character entity/.test(what)) {
      (parser as { error: Error | null }).error = null;
      return;
    }
    throw new DamagedFile(what.toLowerCase().replace(/\.$/, ''), parser.line + 1);
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#depth++ === 0) {
      if (!ROOTS.has(name)) throw new DamagedFile(otherElement(name), this.#parser.line + 1);
      // Only Playwright gives it an id, which PLAYWRIGHT_JUNIT_SUITE_ID sets.
      this.#hostIsProject = name === 'testsuites' && attributes.has('id');
    }
    const owner = this.#case ?? this.#suites.at(-1);
    if (this.#case === undefined && name === 'testsuite')
      this.#suites.push({ ...newElement(attributes), hasTests: false, held: [] });
    else if (this.#case === undefined && name === 'testcase') this.#case = newElement(attributes);
    else if (owner !== undefined) this.#openIn(owner, name, attributes);
  }

  #openIn(owner: CaseElement, name: string, attributes: Attributes): void {
    if (this.#verdict === undefined && VERDICTS.has(name)) {
      const message = attributes.get('message');
      this.#verdict = { kind: name, message, type: attributes.get('type'), text: '', stack: '', output: [] };
      owner.verdicts.push(this.#verdict);
      this.#text = { name, text: new ElementText() };
    } else if (name === 'system-out' || name === 'system-err' || (name === 'stackTrace' && this.#verdict)) {
      this.#endText(this.#verdict?.kind);
      this.#text = { name, text: new ElementText() };
    } else if (name === 'properties') owner.hasProperties = true;
    else if (name === 'property') {
      const key = attributes.get('name');
      if (key === undefined || key === '') return;
      owner.properties.push([key, attributes.get('value') ?? '']);
      // Testmo and TestRail write long values as text.
      if (!attributes.has('value')) this.#text = { name, text: new ElementText() };
    }
  }

  #close(name: string): void {
    this.#depth--;
    if (this.#text?.name === name) this.#endText(name);
    if (this.#verdict?.kind === name) this.#verdict = undefined;
    if (name === 'testcase' && this.#case !== undefined) this.#endCase(this.#case);
    if (name === 'testsuite' && this.#case === undefined) this.#endSuite(this.#suites.pop());
  }

  #endCase(test: CaseElement): void {
    this.#case = undefined;
    this.#text = undefined;
    this.#verdict = undefined;
    for (const suite of this.#suites) suite.hasTests = true;
    this.#hand(test);
  }

  /** What failed apart from the tests becomes a result with the name of the suite. */
  #endSuite(suite: SuiteElement | undefined): void {
    if (suite === undefined) return;
    const { attributes, verdicts, hasTests } = suite;
    if (verdicts.length > 0) this.#hand(suite);
    // Postman's newman writes why a request failed as the output of a suite without a test.
    else if (!hasTests && countsFailures(attributes)) this.#hand(withOutputAsError(suite));
    else if (suite.output.some((text) => text.trim() !== '')) this.#intake.notice(suiteOutput);
    this.#takeHeld(suite);
    if (attributes.get('name') === 'Root Suite') this.#rootFile = attributes.get('file');
  }

  #endText(name: string | undefined): void {
    const read = this.#text;
    if (read === undefined || read.name !== name) return;
    this.#text = undefined;
    const text = read.text.value;
    const verdict = this.#verdict;
    const owner = this.#case ?? this.#suites.at(-1);
    const property = owner?.properties.at(-1);
    if (name === 'property' && property !== undefined) property[1] = text;
    else if (name === 'stackTrace' && verdict !== undefined) verdict.stack = text;
    else if (name === verdict?.kind && verdict !== undefined) verdict.text += text;
    else if (verdict !== undefined) verdict.output.push(text);
    else owner?.output.push(text);
  }

  #hand(element: CaseElement): void {
    const suites = this.#suites.map(({ attributes }) => attributes);
    const suite = this.#suites.at(-1);
    const project = suite?.properties.find(([name]) => name === PROJECT_PROPERTY)?.[1];
    const around = { suites, rootFile: this.#rootFile, hostIsProject: this.#hostIsProject, project };
    const test = junitTest(element, around, this.#intake);
    if (suite !== undefined && isHeld(suite, element, test)) suite.held.push(test);
    else this.#intake.take(test);
  }

  #takeHeld(suite: SuiteElement): void {
    for (const test of joinReruns(suite)) this.#intake.take(test);
    suite.held = [];
  }
}

function countsFailures(suite: Attributes): boolean {
  return Number(suite.get('errors')) > 0 || Number(suite.get('failures')) > 0;
}

function withOutputAsError(suite: SuiteElement): CaseElement {
  const text = suite.output.join('\n');
  const error: Verdict = { kind: 'error', message: undefined, type: undefined, text, stack: '', output: [] };
  return { ...suite, verdicts: [error], output: [] };
}
