import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isMadeOf, textOf } from './source-texts.js';

/**
 * Whether one text or pattern in a test file, other than the title of a test, contains a whole message.
 * @param test path from the root of the repository
 */
export function isAssertedIn(test: string, says: string): boolean {
  const source = readFileSync(fileURLToPath(new URL(`../../../../${test}`, import.meta.url)), 'utf8');
  const message = { file: test, text: says.replaceAll('\n', '…') };
  const visit = (node: ts.Node): boolean => {
    const text = ts.isRegularExpressionLiteral(node) ? unescaped(node.text) : textOf(node);
    if (text !== undefined && !isTitle(node) && isMadeOf(text, message)) return true;
    return ts.forEachChild(node, visit) === true;
  };
  return visit(ts.createSourceFile(test, source, ts.ScriptTarget.Latest, true));
}

function unescaped(pattern: string): string {
  return pattern.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
}

function isTitle({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(?:describe|it|test)\b/.test(parent.expression.getText());
}
