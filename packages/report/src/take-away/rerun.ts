import { type Framework, frameworks } from '@testpoint/frameworks';
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

/** Longest pattern of a command that runs several tests, characters. With more tests, the command runs their whole files. */
const LONGEST_PATTERN = 6_000;

/** Whether there is a command that runs the test. */
export function canRerun({ framework, file }: Pick<RerunTarget, 'framework' | 'file'>): boolean {
  return file !== '' && described(framework) !== undefined;
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
  const { framework = '', frameworkVersion: version = '', project = '' } = group[0] ?? {};
  const tests = group.map(({ file, line }) => ({ file: file.startsWith('-') ? `./${file}` : file, line }));
  const { command = [], comesWithNode, rerun } = described(framework) ?? {};
  const words = rerun?.({
    ...{ version, tests, pattern: patternOf },
    project: project === '' ? undefined : project,
    files: [...new Set(tests.map(({ file }) => file))],
    titles(separator = ' ', begin = '^') {
      const names = [...new Set(group.map(({ titles }) => patternOf(titles.join(separator))))];
      const pattern = `${begin}${names.length === 1 ? names[0] : `(?:${names.join('|')})`}$`;
      return pattern.length > LONGEST_PATTERN && names.length > 1 ? undefined : pattern;
    },
  });
  const given = words?.flatMap((word) => {
    if (typeof word === 'string') return word;
    return word[1] === undefined ? [] : [word[0], word[1]];
  });
  return [...(comesWithNode ? [] : ['npx']), ...command, ...(given ?? [])];
}

function described(framework: string): Framework | undefined {
  return Object.values(frameworks).find(({ name }) => name === framework);
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
