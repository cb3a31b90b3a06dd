import { isAbsolute } from 'node:path';
import type { AttemptRecord, ErrorRecord, TestRecord, TestStatus } from '@testpoint/core';
import { emptyAttempt } from '@testpoint/core/adapter';
import { errorFrom } from './errors.js';
import type { Intake } from './intake.js';
import { type Attributes, type CaseElement, ID_PROPERTY, type Verdict } from './junit-elements.js';
import { milliseconds, momentOf } from './junit-times.js';
import { testFile } from './places.js';
import { propertiesFrom } from './untrusted.js';

/** A path of a source file, as Vitest and Playwright write it as the class, and Stylelint as the suite. */
const SOURCE_FILE = /[\w)\]-]\.(?:[cm]?[jt]sx?|feature|py|rb|php|go|vue|svelte|css|s[ac]ss|less)$/;
/** .NET names the compiled program, by its path on the machine that ran it. */
const ASSEMBLY = /\.(?:dll|exe)$/i;
/** Jenkins' form for properties: a line of the output. */
const PROPERTY = /^[ \t]*\[\[PROPERTY\|([^=\n]+)=(.*)\]\][ \t]*(?:\n|$)/gm;
const ATTACHMENT = /\[\[ATTACHMENT\|([^\]\n]+)\]\]\n?/g;
/** Playwright and PHPUnit begin their text with a heading for the test. */
const HEADING = /^\s*\[?[^\n]* › [^\n]*\n|^[\w\\]+::[^\n]*\n/;

/** What a test's suites say about it. */
export interface Surroundings {
  /** Attributes of its suites, outermost first. */
  suites: readonly Attributes[];
  /** The file of a sibling that stands for the whole file. */
  rootFile: string | undefined;
  /** Whether Playwright wrote the file: then the host name is the project. */
  hostIsProject: boolean;
  /** Which our own export wrote. */
  project: string | undefined;
}

/** A test of a JUnit file as a record. */
export function junitTest(element: CaseElement, surroundings: Surroundings, intake: Intake): TestRecord {
  const { attributes, verdicts } = element;
  const { properties, output } = withPrintedProperties(element);
  const place = pathOf(attributes, surroundings, intake.root);
  const status = statusOf(element);
  const attempts = attemptsOf({ verdicts, output }, status, intake);
  const last = attempts.at(-1);
  const duration = milliseconds(attributes.get('time'));
  if (last !== undefined && duration !== undefined) last.duration = duration;
  const startedAt = momentOf(attributes.get('timestamp'));
  if (last !== undefined && startedAt !== undefined) {
    last.startedAt = startedAt;
    if (duration !== undefined) last.endedAt = startedAt + duration;
  }
  const record: TestRecord = { ...place, status, attempts };
  const skipped = verdicts.find(({ kind }) => kind === 'skipped');
  if (status === 'skipped' && skipped !== undefined) {
    // Node writes that there is no reason, and Go no more than the word.
    const texts = [withoutProtocol(skipped.message ?? '').trim(), skipped.text.trim()];
    const reason = texts.find((text) => !/^(?:true|skipped)?$/i.test(text));
    if (reason !== undefined) record.reason = reason;
  }
  const { [ID_PROPERTY]: id, ...others } = propertiesFrom(properties);
  if (id !== undefined) record.externalId = id;
  if (Object.keys(others).length > 0) record.properties = others;
  return record;
}

function pathOf(
  attributes: Attributes,
  { suites, rootFile, hostIsProject, project: own }: Surroundings,
  root: string,
): Pick<TestRecord, 'file' | 'titlePath' | 'line' | 'project'> {
  const name = nameIn(attributes, root);
  const owner = attributes.get('classname') || attributes.get('class') || attributes.get('className');
  const nearest = suites.at(-1);
  const suite = nearest?.get('name');
  const written = fileIn(attributes) ?? suites.map(fileIn).findLast((file) => file !== undefined) ?? rootFile;
  const asFile = [owner, suite].find((text) => text !== undefined && SOURCE_FILE.test(text));
  const file = written ?? asFile ?? '';
  // Both join the titles of describes and test; the other tools name the class or package.
  const titles = asFile === undefined ? titlesIn(name, owner, suite) : name.split(hostIsProject ? ' › ' : ' > ');
  const describes = describesOf(suites, file, owner);
  // The first go-junit-report shortens the package's name in the class.
  const isShortened = owner !== undefined && suite?.endsWith(`/${owner}`) === true;
  const group = isShortened ? suite : (owner ?? (suites.length > 1 ? suite : undefined));
  // ESLint leaves out the extension.
  const isNamed =
    !group ||
    group === file ||
    asFile === group ||
    asFile?.startsWith(`${group}.`) ||
    titles[1] === name ||
    repeats(name, group);
  const line = Number(attributes.get('line'));
  const project = hostIsProject ? nearest?.get('hostname') : own;
  return {
    file,
    // Surefire names no test if @BeforeAll has failed.
    titlePath:
      describes !== undefined ? [...describes, name] : isNamed ? titles : name === '' ? [group] : [group, ...titles],
    // pytest counts from 0.
    ...(Number.isSafeInteger(line) &&
      line > 0 && { line: attributes.has('file') && isPytest(suites) ? line + 1 : line }),
    ...(project !== undefined && project !== '' && { project }),
  };
}

/** ESLint names a file without problems by its absolute path. */
function nameIn(attributes: Attributes, root: string): string {
  const name = attributes.get('name') ?? '';
  return isAbsolute(name) && SOURCE_FILE.test(name) ? testFile(name, root) : name;
}

/** Mocha and Cypress join the describes and the title, and write the title as the class, or both switched; Karma writes the describes there. */
function titlesIn(name: string, owner: string | undefined, suite: string | undefined): string[] {
  if (owner === undefined || owner === '') return [name];
  if (suite && owner.endsWith(`${suite} ${name}`)) return [owner.slice(0, -name.length - 1), name];
  if (name.endsWith(` ${owner}`)) return [name.slice(0, -owner.length - 1), owner];
  return name.startsWith(`${owner} `) ? [owner, name.slice(owner.length + 1)] : [name];
}

/** Names of the suites around a test, if they are nested like the describes of a file: in the reporters of Bun and Node. */
function describesOf(suites: readonly Attributes[], file: string, owner: string | undefined): string[] | undefined {
  const names = suites.map((suite) => suite.get('name') ?? '');
  // Before version 24, Node calls the class of every test "test"; then, it joins the names.
  if ((owner === 'test' && !isPytest(suites)) || (names.length > 1 && owner === names.join('.'))) return names;
  const at = names.indexOf(file);
  return file !== '' && at >= 0 && at < names.length - 1 ? names.slice(at + 1) : undefined;
}

/** Whether the class says nothing more than the name: Jest, Mocha and .NET write the full name. */
function repeats(name: string, group: string): boolean {
  return (
    name === group || [`${group}.`, `${group} `].some((start) => name.startsWith(start)) || name.endsWith(` ${group}`)
  );
}

function fileIn(attributes: Attributes): string | undefined {
  const file = attributes.get('file') || attributes.get('filepath') || undefined;
  if (file !== undefined && ASSEMBLY.test(file)) return undefined;
  // Pest adds the test.
  return file?.replace(/(\.\w+)::.*$/s, '$1');
}

function isPytest(suites: readonly Attributes[]): boolean {
  return suites.at(-1)?.get('name') === 'pytest';
}

function statusOf({ attributes, verdicts }: CaseElement): TestStatus {
  // Node runs a test that is still to do, and Catch2 one that may fail. Their failures fail nothing.
  const isHarmless = ({ type, message = '' }: Verdict) => type === 'todo' || message.endsWith('tagged with !mayfail');
  if (verdicts.some((verdict) => verdict.kind === 'skipped' && isHarmless(verdict))) return 'skipped';
  if (verdicts.some(({ kind }) => kind === 'failure' || kind === 'error')) return 'failed';
  if (verdicts.some(({ kind }) => kind === 'skipped')) return 'skipped';
  // GoogleTest says in an attribute that a test did not run. Others say so of a failure without a text.
  const status = attributes.get('status') ?? '';
  if (/^(?:fail(?:ed|ure)?|error)$/i.test(status)) return 'failed';
  return /^(?:notrun|disabled|skipped|ignored)$/i.test(status) ? 'skipped' : 'passed';
}

/** The first failure is the first attempt, and `rerun…` the ones after it. `flaky…` came before a success. */
function attemptsOf(
  { verdicts, output }: Pick<CaseElement, 'verdicts' | 'output'>,
  status: TestStatus,
  intake: Intake,
): AttemptRecord[] {
  const errors = verdicts.filter(({ kind }) => kind === 'failure' || kind === 'error').map(errorOf);
  const others = verdicts.filter(({ kind }) => /^(?:flaky|rerun)/.test(kind));
  const attempts = others.map((verdict) => {
    const attempt = emptyAttempt('failed');
    attempt.errors.push(errorOf(verdict));
    addOutput(attempt, verdict.output, intake);
    return attempt;
  });
  if (status === 'skipped' && others.length === 0) return skippedWith(output, intake);
  const own = { ...emptyAttempt(status), errors };
  addOutput(own, output, intake);
  return others.some(({ kind }) => kind.startsWith('rerun')) && status === 'failed'
    ? [own, ...attempts]
    : [...attempts, own];
}

/** A skipped test did not begin. */
function skippedWith(output: readonly string[], intake: Intake): AttemptRecord[] {
  if (output.every((text) => text.trim() === '')) return [];
  const attempt = emptyAttempt('skipped');
  addOutput(attempt, output, intake);
  return [attempt];
}

function errorOf({ message, type, text, stack }: Verdict): ErrorRecord {
  if (stack !== '') return errorFrom(message, type, stack);
  const heading = HEADING.exec(text)?.[0];
  const rest = heading === undefined ? withoutProtocol(text) : text.slice(heading.length);
  return errorFrom(message, type, rest === text ? text : unindented(rest));
}

/** Go says in lines of their own when a test begins and how it ends. */
function withoutProtocol(text: string): string {
  return text.startsWith('=== RUN ') ? text.replaceAll(/^(?:=== \w+ |--- \w+:).*\n?/gm, '') : text;
}

function unindented(text: string): string {
  return text.replaceAll(/^ {4}/gm, '');
}

/** Jenkins' form for attachments: a line in the output that names a file. */
function addOutput(attempt: AttemptRecord, output: readonly string[], intake: Intake): void {
  const texts = output.map((text) =>
    text.replaceAll(ATTACHMENT, (_, path: string) => {
      attempt.attachments.push(intake.attachment(path.trim()));
      return '';
    }),
  );
  const printed = texts.filter((text) => text.trim() !== '');
  if (printed.length > 0) intake.addOutput(attempt, printed);
}

/** The properties of a test, and its output without those that it printed. */
function withPrintedProperties(element: CaseElement): Pick<CaseElement, 'properties' | 'output'> {
  const properties = [...element.properties];
  const output = element.output.map((text) =>
    text.replaceAll(PROPERTY, (_, name: string, value: string) => {
      properties.push([name, value]);
      return '';
    }),
  );
  return { properties, output };
}
