import { groupedBy } from '../grouped-by.js';
import { hidesSomething } from '../hidden.js';
import { commandLine, type Shell } from './quoting.js';

/** Identifies a test to its framework. Texts are the original ones. */
export interface RerunTarget {
  framework: string;
  frameworkVersion?: string | undefined;
  file: string;
  /** Titles from the outermost describe block to the test. */
  titles: readonly string[];
  line?: number | undefined;
  project?: string | undefined;
}

const FRAMEWORKS: ReadonlySet<string> = new Set(['playwright', 'jest', 'vitest', 'mocha']);
/** Longest pattern of a command that runs several tests, characters. With more tests, the command runs their whole files. */
const LONGEST_PATTERN = 6_000;

/** Whether there is a command that runs the test. */
export function canRerun({ framework, file }: Pick<RerunTarget, 'framework' | 'file'>): boolean {
  return file !== '' && FRAMEWORKS.has(framework);
}

/** The command that runs only this test; undefined for an unknown framework or a test without a file. */
export function rerunCommand(target: RerunTarget, shell: Shell): string | undefined {
  return rerunCommands([target], shell)[0];
}

/**
 * The commands that run these tests: one for each framework and project. A test of another of these files with the same titles
 * runs, too.
 */
export function rerunCommands(targets: readonly RerunTarget[], shell: Shell): string[] {
  const groups = groupedBy(targets.filter(canRerun), ({ framework, project = '' }) => `${framework}\n${project}`);
  return [...groups.values()].map((group) => commandLine(wordsOf(group), shell));
}

/** @param group of one framework and project; at least one */
function wordsOf(group: readonly RerunTarget[]): string[] {
  const { framework = '', frameworkVersion = '', project } = group[0] ?? {};
  const files = distinct(group.map(({ file }) => (file.startsWith('-') ? `./${file}` : file)));
  const separator = framework === 'vitest' && Number.parseInt(frameworkVersion, 10) >= 5 ? ' > ' : ' ';
  const names = distinct(group.map(({ titles }) => patternOf(titles.join(separator))));
  const pattern = names.length === 1 ? `^${names[0]}$` : `^(?:${names.join('|')})$`;
  const byName = (flag: string) => (pattern.length > LONGEST_PATTERN && names.length > 1 ? [] : [flag, pattern]);
  switch (framework) {
    case 'playwright':
      return ['npx', 'playwright', 'test', ...playwrightWords(group), ...option('--project', project)];
    case 'jest':
      return [
        ...['npx', 'jest', ...option('--selectProjects', project), '--runTestsByPath', ...files],
        ...byName('--testNamePattern'),
      ];
    case 'vitest':
      return ['npx', 'vitest', 'run', ...files, ...option('--project', project), ...byName('--testNamePattern')];
    default:
      return ['npx', 'mocha', ...files, ...byName('--grep')];
  }
}

/** Playwright selects by file and line. Its full title starts with the project and the file. */
function playwrightWords(group: readonly RerunTarget[]): string[] {
  const hasLines = group.every(({ line }) => line !== undefined);
  const places = group.map(({ file, line }) => {
    const path = file.startsWith('-') ? `./${file}` : file;
    return `${isPlainPath(path) ? path : patternOf(path)}${hasLines ? `:${line}` : ''}`;
  });
  if (hasLines) return distinct(places);
  const names = distinct(group.map(({ titles }) => patternOf(titles.join(' '))));
  const pattern = names.length === 1 ? `${names[0]}$` : `(?:${names.join('|')})$`;
  return [...distinct(places), ...(pattern.length > LONGEST_PATTERN && names.length > 1 ? [] : ['--grep', pattern])];
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [name, value];
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Playwright treats the file as a pattern. A dot needs no escape: it also matches a dot. */
function isPlainPath(path: string): boolean {
  return /^[A-Za-z0-9_@./-]+$/.test(path);
}

/**
 * A pattern for a title. A dot replaces characters that a terminal or shell would not pass on: control characters, direction marks,
 * and double quotes, which older versions of PowerShell drop.
 */
function patternOf(text: string): string {
  let pattern = '';
  for (const character of text) {
    if (character === '"' || character === '\n' || character === '\t' || hidesSomething(character)) pattern += '.';
    else pattern += character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  }
  return pattern;
}
