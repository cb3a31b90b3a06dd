import type {
  CallExpression,
  File,
  Node,
  ObjectExpression,
  ObjectProperty,
  SpreadElement,
  Statement,
} from '@babel/types';

/** Functions that return the configuration that they get as their last argument, whichever tool brings them. */
const PASS_THROUGH = /^(define\w*(Config|Project)|mergeConfig|create\w+Config)$/;
/** Astro's function, which gets it as its first argument. */
const FIRST_ARGUMENT = 'getViteConfig';
/** Assignments that may concern our lines: to a name itself, or to these of its members. */
const OURS =
  /^(\.exports)?$|\?|\.(length|reporters?|reporter-?options?|[RO]|require|test|projects|setupFiles\w*)(\.|$)/i;
/** How many names to follow from one to the next. */
const DEEPEST = 20;

/** The configuration that a module exports: `export default`, `module.exports =` or `export =`. Undefined if it is changed later. */
export function exportedConfig({ program }: File): Node | undefined {
  let found: Node | undefined;
  for (const statement of program.body) {
    const exported = exportOf(statement);
    if (exported === undefined && found !== undefined && isChanged('module', statement)) return undefined;
    found = exported ?? found;
  }
  return found;
}

/** The value of an expression, if the text shows it. @param statements those that may declare its names, inner ones first */
export function resolved(node: Node, statements: readonly Statement[], depth = 0): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return resolved(node.expression, statements, depth);
    case 'AwaitExpression':
      return resolved(node.argument, statements, depth);
    case 'Identifier': {
      const value = depth > DEEPEST ? undefined : declared(node.name, statements);
      return value === undefined ? node : resolved(value, statements, depth + 1);
    }
    case 'CallExpression': {
      // next/jest: createJestConfig(config)()
      if (node.callee.type === 'CallExpression') return resolved(node.callee, statements, depth);
      if (node.callee.type !== 'Identifier') return node;
      const { name } = node.callee;
      const passed = name === FIRST_ARGUMENT ? node.arguments[0] : node.arguments.at(-1);
      const isPassedThrough = name === FIRST_ARGUMENT || passesThrough(name, statements);
      if (!isPassedThrough || passed === undefined) return node;
      const config = resolved(passed, statements, depth);
      return name === 'defineConfig' && config.type === 'ObjectExpression' ? extending(config, node.arguments) : config;
    }
    default:
      return node;
  }
}

/** Playwright's defineConfig spreads the first arguments into the last. The nodes keep their places in the text. */
function extending(config: ObjectExpression, all: CallExpression['arguments']): ObjectExpression {
  const bases = all.slice(0, -1).filter((base) => base.type !== 'SpreadElement' && base.type !== 'ArgumentPlaceholder');
  const spread = bases.map(({ ...argument }): SpreadElement => ({ ...argument, type: 'SpreadElement', argument }));
  return { ...config, properties: [...spread, ...config.properties] };
}

/** Also a function that next/jest has made, whatever its name. */
function passesThrough(name: string, statements: readonly Statement[]): boolean {
  if (PASS_THROUGH.test(name)) return true;
  const value = declared(name, statements);
  return value?.type === 'CallExpression' && value.callee.type === 'Identifier' && /^next[A-Z]/.test(value.callee.name);
}

/** What a function returns, and its statements. Undefined if the node is not a function. */
export function returnsOf(node: Node): { values: Node[]; statements: Statement[] } | undefined {
  const isFunction =
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration' ||
    node.type === 'ObjectMethod';
  if (!isFunction) return undefined;
  if (node.body.type !== 'BlockStatement') return { values: [node.body], statements: [] };
  return { values: node.body.body.flatMap(returnedBy), statements: node.body.body };
}

function returnedBy(statement: Statement): Node[] {
  if (statement.type !== 'ReturnStatement') return inside(statement).flatMap(returnedBy);
  return statement.argument ? [statement.argument] : [];
}

/** The statements in a statement that runs them in some cases. */
function inside(statement: Statement): Statement[] {
  switch (statement.type) {
    case 'BlockStatement':
      return statement.body;
    case 'IfStatement':
      return [statement.consequent, statement.alternate].filter((branch) => branch != null);
    case 'SwitchStatement':
      return statement.cases.flatMap(({ consequent }) => consequent);
    case 'TryStatement':
      return [statement.block, statement.handler?.body, statement.finalizer].filter((block) => block != null);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [statement.body];
    default:
      return [];
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

/** What a name is declared as; undefined if it is changed later or comes from elsewhere. */
function declared(name: string, statements: readonly Statement[]): Node | undefined {
  let found: Node | undefined;
  for (const statement of statements) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier' && id.name === name) found ??= init ?? undefined;
      }
    }
    if (declaration?.type === 'FunctionDeclaration' && declaration.id?.name === name) found ??= declaration;
    if (isChanged(name, statement)) return undefined;
  }
  return found;
}

/** Whether a statement assigns to a name or to a member of it that concerns us, or calls one of its methods other than push, be it in some cases only. */
function isChanged(name: string, statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement') return inside(statement).some((inner) => isChanged(name, inner));
  return changes(statement.expression, name);
}

function changes(expression: Node, name: string): boolean {
  switch (expression.type) {
    case 'ParenthesizedExpression':
      return changes(expression.expression, name);
    case 'LogicalExpression':
      return changes(expression.right, name);
    case 'AssignmentExpression':
      return ownerOf(expression.left) === name && OURS.test(pathOf(expression.left));
    case 'CallExpression': {
      const [first] = expression.arguments;
      if (ownerOf(expression.callee) === 'Object') return first !== undefined && ownerOf(first) === name;
      return ownerOf(expression.callee) === name && !isAddition(expression);
    }
    default:
      return false;
  }
}

/** Whether a call only adds entries of others to a list, so that it keeps ours. */
function isAddition({ callee, arguments: added }: CallExpression): boolean {
  const isPush =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'push';
  return isPush && !JSON.stringify(added).includes('"@testpoint/');
}

/** The name of a key that is no expression. */
export function nameOf(key: ObjectProperty['key']): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' ? key.value : undefined;
}

/** The members on the way from an owner, such as `.use.baseURL`; `?` for one without a name. */
function pathOf(node: Node): string {
  if (node.type !== 'MemberExpression') return '';
  return `${pathOf(node.object)}.${(!node.computed && nameOf(node.property)) || '?'}`;
}

function ownerOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return ownerOf(node.object);
  return node.type === 'Identifier' ? node.name : undefined;
}
