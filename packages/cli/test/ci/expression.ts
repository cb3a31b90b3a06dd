/** What an expression may name: values by their path, and functions. */
export interface Scope {
  values: Readonly<Record<string, string | undefined>>;
  functions: Readonly<Record<string, (argument: string) => unknown>>;
}

/** Evaluates an expression of GitHub: operands, comparisons of two, and `&&`. An unknown value is an empty text, as there. */
export function evaluate(expression: string, scope: Scope): unknown {
  let value: unknown = true;
  for (const part of expression.split(' && ')) {
    value = comparison(part.trim(), scope);
    if (value === false || value === '') return value;
  }
  return value;
}

/** Replaces the expressions in a text. */
export function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_all, expression: string) => String(evaluate(expression, scope)));
}

function comparison(text: string, scope: Scope): unknown {
  const [, left, operator, right] = /^(.+) (==|!=) (.+)$/.exec(text) ?? [];
  if (left === undefined || right === undefined) return operand(text, scope);
  return (operand(left, scope) === operand(right, scope)) === (operator === '==');
}

function operand(text: string, { values, functions }: Scope): unknown {
  const [, not, name = '', argument = ''] = /^(!?)(\w+)\((?:'(.*)')?\)$/.exec(text) ?? [];
  const call = functions[name];
  if (call !== undefined) return not === '!' ? !call(argument) : call(argument);
  const [, literal] = /^'(.*)'$/.exec(text) ?? [];
  if (literal !== undefined) return literal;
  if (!/^[a-z]+(?:\.[\w-]+)+$/.test(text)) throw new Error(`This expression is not understood: ${text}`);
  return values[text] ?? '';
}
