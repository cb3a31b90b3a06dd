import type { Node, Statement } from '@babel/types';
import { nameOf, resolved } from './script-tree.js';

/** Whether a spread has a key in no case, as that of a condition whose branches show all their keys. */
export function lacks(spread: Node, key: string, statements: readonly Statement[]): boolean {
  const value = resolved(spread, statements);
  switch (value.type) {
    case 'ConditionalExpression':
      return [value.consequent, value.alternate].every((branch) => lacks(branch, key, statements));
    case 'LogicalExpression':
      return value.operator === '&&' && lacks(value.right, key, statements);
    case 'ObjectExpression':
      return value.properties.every((member) =>
        member.type === 'SpreadElement'
          ? lacks(member.argument, key, statements)
          : !member.computed && nameOf(member.key) !== key,
      );
    case 'NullLiteral':
      return true;
    default:
      return value.type === 'Identifier' && value.name === 'undefined';
  }
}

/** Whether an expression may be written twice: at most, it calls a function with plain values. */
export function isPlain(node: Node | null): boolean {
  switch (node?.type) {
    case 'Identifier':
    case 'MetaProperty':
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return true;
    case 'MemberExpression':
      return !node.computed && isPlain(node.object);
    case 'CallExpression':
      return isPlain(node.callee) && node.arguments.every(isPlain);
    case 'ArrayExpression':
      return node.elements.every(isPlain);
    case 'ObjectExpression':
      return node.properties.every((member) => member.type === 'ObjectProperty' && isPlain(member.value));
    default:
      return false;
  }
}
