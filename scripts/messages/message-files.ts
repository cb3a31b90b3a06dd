import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { frameworks } from '../../packages/frameworks/src/index.js';

/** A message of a message file: an exported function or constant, which returns the text. */
interface Message {
  /** File, relative to `packages`. */
  file: string;
  /** Its id. */
  name: string;
  /** The text, with … in place of facts, and further forms of it. */
  forms: readonly [string, ...string[]];
  /** When it appears: the first paragraph of its comment. */
  when: string;
  /** What to do, if the text does not say so: the other paragraphs. */
  todo: string | undefined;
  /** Whether it asks for nothing, because it only states a fact or is part of another message (`@fact`). */
  isFact: boolean;
}

export interface MessageFile {
  file: string;
  chapter: string;
  messages: Message[];
}

const PACKAGES_FOLDER = new URL('../../packages/', import.meta.url);
const PACKAGES = ['core', 'report', 'cli', ...Object.keys(frameworks)];
/** The first line of a message file names its chapter of the page. */
const CHAPTER = /^\/\/ Messages: (.+)\n/;

/** The source files that are no tests, relative to `packages`. */
export function sourceFiles(): string[] {
  return PACKAGES.flatMap((name) => {
    const paths = readdirSync(new URL(`${name}/src`, PACKAGES_FOLDER), { recursive: true, encoding: 'utf8' });
    return paths.map((path) => `${name}/src/${path.replaceAll('\\', '/')}`);
  })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
}

/** @param file path relative to `packages` */
export function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(new URL(file, PACKAGES_FOLDER), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The file's messages, or undefined if it is another file. */
export function messageFile(source: ts.SourceFile): MessageFile | undefined {
  const chapter = CHAPTER.exec(source.text)?.[1];
  if (chapter === undefined || !source.fileName.endsWith('messages.ts')) return undefined;
  const values = new Map<string, ts.Node | undefined>();
  const exported: [string, ts.Statement][] = [];
  for (const statement of source.statements) {
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    if (declared === undefined || !(ts.isVariableDeclaration(declared) || ts.isFunctionDeclaration(declared))) continue;
    const name = declared.name?.getText() ?? '';
    values.set(name, ts.isVariableDeclaration(declared) ? declared.initializer : declared.body);
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) exported.push([name, statement]);
  }
  const messages = exported.map(([name, statement]) => {
    const [comment] = ts.getJSDocCommentsAndTags(statement);
    const [when = '', ...todo] = (ts.getTextOfJSDocComment(comment?.comment) ?? '')
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
    return {
      file: source.fileName,
      name,
      forms: formsOf(values.get(name), values),
      when: when.replace(/\.$/, ''),
      todo: todo.length === 0 ? undefined : todo.join(' '),
      isFact: ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === 'fact'),
    };
  });
  return { file: source.fileName, chapter, messages };
}

type Values = ReadonlyMap<string, ts.Node | undefined>;
type Forms = [string, ...string[]];

/** The texts that an expression may be, with … in place of what only running it would tell. */
function formsOf(node: ts.Node | undefined, values: Values): Forms {
  if (node === undefined) return ['…'];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return templateForms(node, values);
  if (ts.isArrowFunction(node)) return formsOf(node.body, values);
  if (ts.isBlock(node)) return all(returnsIn(node).map((value) => formsOf(value, values)));
  if (ts.isConditionalExpression(node))
    return all([node.whenTrue, node.whenFalse].map((value) => formsOf(value, values)));
  if (ts.isObjectLiteralExpression(node))
    return all(
      node.properties.map((property) =>
        formsOf(ts.isPropertyAssignment(property) ? property.initializer : undefined, values),
      ),
    );
  if (ts.isArrayLiteralExpression(node)) return [node.elements.map((line) => formsOf(line, values)[0]).join('\n')];
  if (ts.isIdentifier(node)) return formsOf(values.get(node.text), values);
  if (ts.isCallExpression(node)) {
    const { expression, arguments: given } = node;
    if (ts.isPropertyAccessExpression(expression)) return formsOf(expression.expression, values);
    // A function of another file, such as `whyNotRun`, marks the text.
    return formsOf(values.has(expression.getText()) ? expression : given[0], values);
  }
  // The left side says whether the right one is part of the text.
  if (ts.isBinaryExpression(node)) return ['', ...formsOf(node.right, values)];
  if (
    ts.isElementAccessExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isSatisfiesExpression(node)
  )
    return formsOf(node.expression, values);
  return ['…'];
}

/** Alternatives inside a text are further forms. */
function templateForms({ head, templateSpans }: ts.TemplateExpression, values: Values): Forms {
  const further: string[] = [];
  const pieces = templateSpans.map(({ expression, literal }) => {
    const forms = formsOf(expression, values);
    if (forms.length === 1) return forms[0] + literal.text;
    further.push(...forms.filter((form) => form.includes(' ')));
    return `…${literal.text}`;
  });
  return [head.text + pieces.join(''), ...further];
}

function returnsIn(block: ts.Block): ts.Expression[] {
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) values.push(node.expression);
    else ts.forEachChild(node, visit);
  };
  visit(block);
  return values;
}

function all(lists: readonly Forms[]): Forms {
  const [first = '…', ...more] = lists.flat();
  return [first, ...more];
}
