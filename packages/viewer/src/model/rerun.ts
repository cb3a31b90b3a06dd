import { commandLine, type Shell } from '../text/quoting.js';
import { hidesSomething } from '../text/visible.js';

/** Identifies a test to its framework. Texts are the original ones, not the output of `visible`. */
export interface RerunTarget {
  framework: string;
  file: string;
  /** Titles from the outermost describe block to the test. */
  titles: readonly string[];
  line?: number;
  project?: string;
}

/** The command that runs only this test; undefined for an unknown framework or a test without a file. */
export function rerunCommand(target: RerunTarget, shell: Shell): string | undefined {
  const words = wordsOf(target);
  return words === undefined ? undefined : commandLine(words, shell);
}

function wordsOf({ framework, file, titles, line, project }: RerunTarget): string[] | undefined {
  if (file === '') return undefined;
  const path = file.startsWith('-') ? `./${file}` : file;
  const name = `^${patternOf(titles.join(' '))}$`;
  switch (framework) {
    case 'playwright': {
      const place = `${isPlainPath(path) ? path : patternOf(path)}${line === undefined ? '' : `:${line}`}`;
      // Playwright's full title starts with the project and the file.
      const grep = line === undefined ? ['--grep', `${patternOf(titles.join(' '))}$`] : [];
      return ['npx', 'playwright', 'test', place, ...grep, ...option('--project', project)];
    }
    case 'jest':
      return [
        'npx',
        'jest',
        ...option('--selectProjects', project),
        '--runTestsByPath',
        path,
        '--testNamePattern',
        name,
      ];
    case 'vitest':
      return ['npx', 'vitest', 'run', path, ...option('--project', project), '--testNamePattern', name];
    case 'mocha':
      return ['npx', 'mocha', path, '--grep', name];
    default:
      return undefined;
  }
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [name, value];
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
