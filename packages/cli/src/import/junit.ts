import sax from 'sax';
import { fileText } from './file-text.js';
import { DamagedFile } from './input-failure.js';
import type { Intake } from './intake.js';
import {
  type Attributes,
  type CaseElement,
  ElementText,
  type SuiteElement,
  VERDICTS,
  type Verdict,
} from './junit-elements.js';
import { junitTest } from './junit-test.js';

/** Longest attribute, characters: some tools write whole stacks into one. */
const LONGEST_ATTRIBUTE = 32 * 1024 * 1024;
const ROOTS: ReadonlySet<string> = new Set(['testsuites', 'testsuite']);
const SUITE_OUTPUT =
  'The output of whole suites in JUnit files is not imported, because it does not say which test wrote it.';

/**
 * Reads a JUnit file as a stream, and hands over each test when it ends.
 * @throws DamagedFile where it is not XML any more
 */
export async function readJUnit(path: string, intake: Intake): Promise<void> {
  const reader = new JUnitReader(intake);
  for await (const text of fileText(path)) reader.write(text);
  reader.end();
}

/** The name of an XML file's first element; undefined if its first piece of text has no element. */
export async function rootElement(path: string): Promise<string | undefined> {
  for await (const text of fileText(path)) {
    return /^(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[.*?\])?\s*>)*<([^\s/>!?]+)/s.exec(text)?.[1];
  }
  return undefined;
}

class JUnitReader {
  readonly #intake: Intake;
  readonly #parser = sax.parser(true, {});
  readonly #suites: SuiteElement[] = [];
  #isPlaywright = false;
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

  #fail(error: Error): void {
    const parser = this.#parser;
    const [what = 'it is not XML'] = error.message.split('\n');
    // Entities that a file defines are never expanded: they stay as they are written.
    if (/^Invalid character entity/.test(what)) {
      (parser as { error: Error | null }).error = null;
      return;
    }
    throw new DamagedFile(what.toLowerCase().replace(/\.$/, ''), parser.line + 1);
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#depth++ === 0) {
      if (!ROOTS.has(name)) throw new DamagedFile(`its first element is <${name}>`, this.#parser.line + 1);
      this.#isPlaywright = attributes.get('id') === '' && attributes.get('name') === '';
    }
    if (this.#case === undefined) this.#openOutside(name, attributes);
    else this.#openInCase(this.#case, name, attributes);
  }

  #openOutside(name: string, attributes: Attributes): void {
    if (name === 'testsuite') this.#suites.push({ attributes, isUsed: false });
    else if (name === 'testcase') this.#case = { attributes, verdicts: [], output: [], properties: [] };
    else if (name === 'system-out' || name === 'system-err') this.#text = { name, text: new ElementText() };
  }

  #openInCase(test: CaseElement, name: string, attributes: Attributes): void {
    if (this.#verdict === undefined && VERDICTS.has(name)) {
      const message = attributes.get('message');
      this.#verdict = { kind: name, message, type: attributes.get('type'), text: '', stack: '', output: [] };
      test.verdicts.push(this.#verdict);
      this.#text = { name, text: new ElementText() };
    } else if (name === 'system-out' || name === 'system-err' || (name === 'stackTrace' && this.#verdict)) {
      this.#endText(this.#verdict?.kind);
      this.#text = { name, text: new ElementText() };
    } else if (name === 'property') {
      const key = attributes.get('name');
      if (key === undefined || key === '') return;
      test.properties.push([key, attributes.get('value') ?? '']);
    }
  }

  #close(name: string): void {
    this.#depth--;
    if (this.#text?.name === name) this.#endText(name);
    if (this.#verdict?.kind === name) this.#verdict = undefined;
    if (name === 'testcase' && this.#case !== undefined) this.#hand(this.#case);
    if (name !== 'testsuite' || this.#case !== undefined) return;
    const suite = this.#suites.pop();
    if (suite?.attributes.get('name') === 'Root Suite' && !suite.isUsed) this.#rootFile = suite.attributes.get('file');
  }

  #endText(name: string | undefined): void {
    const read = this.#text;
    if (read === undefined || read.name !== name) return;
    this.#text = undefined;
    const text = read.text.value;
    const verdict = this.#verdict;
    if (name === 'stackTrace' && verdict !== undefined) verdict.stack = text;
    else if (name === verdict?.kind && verdict !== undefined) verdict.text += text;
    else if (verdict !== undefined) verdict.output.push(text);
    else if (this.#case !== undefined) this.#case.output.push(text);
    else if (text.trim() !== '') this.#intake.notice(SUITE_OUTPUT);
  }

  #hand(test: CaseElement): void {
    this.#case = undefined;
    this.#text = undefined;
    this.#verdict = undefined;
    for (const suite of this.#suites) suite.isUsed = true;
    const suites = this.#suites.map(({ attributes }) => attributes);
    this.#intake.take(
      junitTest(test, { suites, rootFile: this.#rootFile, isPlaywright: this.#isPlaywright }, this.#intake),
    );
  }
}
