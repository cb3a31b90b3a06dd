import type { Expression, File, Node, Statement } from '@babel/types';

/** Functions that return the configuration that they get as their last argument. */
const PASS_THROUGH = new Set(['defineConfig', 'defineProject', 'mergeConfig', 'createJestConfig']);
/** How many names to follow from one to the next. */
const DEEPEST = 20;

/** The configuration that a module exports: `export default`, `module.exports =` or `export =`. */
export function exportedConfig({ program }: File): Node | undefined {
  let found: Node | undefined;
  for (const statement of program.body) found = exportOf(statement) ?? found;
  return found;
}

/** The value of an expression, if the file's text shows it. */
export function resolved(node: Node, file: File, depth = 0): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return resolved(node.expression, file, depth);
    case 'Identifier': {
      const value = depth > DEEPEST ? undefined : constant(node.name, file);
      return value === undefined ? node : resolved(value, file, depth + 1);
    }
    case 'CallExpression': {
      const last = node.arguments.at(-1);
      const isPassedThrough = node.callee.type === 'Identifier' && PASS_THROUGH.has(node.callee.name);
      return isPassedThrough && last !== undefined ? resolved(last, file, depth) : node;
    }
    default:
      return node;
  }
}

/** Describes an expression whose value can't be read. */
export function described(node: Node): string {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ObjectMethod':
      return 'a function';
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return 'a condition';
    case 'SpreadElement':
      return 'a spread';
    case 'CallExpression':
    case 'AwaitExpression':
      return 'the result of a call';
    case 'Identifier':
    case 'MemberExpression':
      return 'a value from elsewhere';
    default:
      return 'an expression';
  }
}

/** Names that a module imports from a package. */
export function namesFrom({ program }: File, source: string): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration' && statement.source.value === source) {
      return statement.specifiers.map(({ local }) => local.name);
    }
    return [];
  });
}

function exportOf(statement: Statement): Node | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type === 'TSExportAssignment') return statement.expression;
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return undefined;
  const { left, right, operator } = statement.expression;
  return operator === '=' && isModuleExports(left) ? right : undefined;
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** The declaration of a name in the module; undefined if the name is changed later or comes from elsewhere. */
function constant(name: string, { program }: File): Expression | undefined {
  let found: Expression | undefined;
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier' && id.name === name) found = init ?? undefined;
      }
    }
    if (isChanged(name, statement)) return undefined;
  }
  return found;
}

/** Whether a statement assigns to a name, or to something in it, or calls one of its methods. */
function isChanged(name: string, statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement') return false;
  const { expression } = statement;
  if (expression.type === 'AssignmentExpression') return ownerOf(expression.left) === name;
  return expression.type === 'CallExpression' && ownerOf(expression.callee) === name;
}

function ownerOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return ownerOf(node.object);
  return node.type === 'Identifier' ? node.name : undefined;
}
