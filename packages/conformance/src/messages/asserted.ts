import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { PACKAGES, sourceOf } from '../../../../scripts/messages/message-files.js';
import { patternOf, textOf } from '../../../../scripts/messages/stray-texts.js';

/** Folders with tests that may cause messages, relative to `packages`. */
const FOLDERS = [
  ...PACKAGES.map((name) => `${name}/src`),
  ...['core', 'cli', 'playwright', 'jest', 'vitest', 'mocha', 'conformance'].map((name) => `${name}/test`),
  '../scripts/starters',
];

/** The texts and patterns in all tests. */
export function assertedTexts(): string[] {
  const tests = FOLDERS.flatMap(filesIn).filter((file) => /\.(?:test|starters)\.ts$/.test(file));
  return tests.flatMap(assertedIn);
}

/** The texts and patterns in a test file, other than the titles of tests. @param test path relative to `packages` */
export function assertedIn(test: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isRegularExpressionLiteral(node) ? unescaped(node.text) : textOf(node);
    if (text !== undefined && !isTitle(node)) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(test));
  return texts;
}

/** Whether one of these texts contains a whole message. */
export function isAsserted(says: string, texts: readonly string[]): boolean {
  const message = patternOf(says.replaceAll('\n', '…'));
  return texts.some((text) => message.test(text));
}

function unescaped(pattern: string): string {
  return pattern.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
}

function isTitle({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(?:describe|it|test)\b/.test(parent.expression.getText());
}

/** The TypeScript files in a folder. Paths are relative to `packages`. */
function filesIn(folder: string): string[] {
  return (readdirSync(new URL(`../../../${folder}`, import.meta.url), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}
