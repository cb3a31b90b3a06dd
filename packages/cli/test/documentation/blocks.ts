import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A shell block of a page. */
export interface ShellBlock {
  script: string;
  /** From an HTML comment before the block: `<!-- not run: needs a browser -->`. */
  notRun: string | undefined;
  /** The block starts something that goes on, in another terminal: `<!-- in another terminal -->`. */
  inBackground: boolean;
  /** What the page shows as the block's output, in the block after it: fenced, without a language. */
  output: string[];
}

/** The pages that users and contributors read, relative to the repository. */
export function pages(): string[] {
  const inFolder = (folder: string) => readdirSync(`${ROOT}${folder}`);
  return [
    ...['README.md', 'CONTRIBUTING.md', 'examples/ci/README.md'],
    ...docsPages(),
    ...inFolder('packages').map((name) => `packages/${name}/README.md`),
  ];
}

export function docsPages(): string[] {
  return readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
}

export function textOf(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8');
}

/** Comment, language and content of a fenced block, and the output after it. */
const FENCED = /(?:^<!-- (.*) -->\n)?^```(\w*)\n([\s\S]*?)^```$(?:\n+^```\n([\s\S]*?)^```$)?/gm;

export function shellBlocks(page: string): ShellBlock[] {
  return fencedIn(page, /^(sh|bash|shell)$/).map(([, comment, , script = '', output = '']) => ({
    script,
    notRun: /^not run: (.+)$/.exec(comment ?? '')?.[1],
    inBackground: comment === 'in another terminal',
    output: output.split('\n').filter((line) => line.trim() !== ''),
  }));
}

/** A page's TypeScript blocks, except those that need another tool: `<!-- not checked: needs allure-js-commons -->`. */
export function typeScriptBlocks(page: string): string[] {
  const blocks = fencedIn(page, /^ts$/).filter(([, comment = '']) => !comment.startsWith('not checked: '));
  return blocks.map(([, , , source = '']) => source);
}

function fencedIn(page: string, wanted: RegExp) {
  return [...textOf(page).matchAll(FENCED)].filter(([, , language = '']) => wanted.test(language));
}
