const TOKEN = /[()!]|&&|\|\||[^\s()!&|]+/g;

/** Whether a test with these tags matches an expression of `--tags-filter`, which Vitest has checked. */
export function matchesTags(expression: string, tags: readonly string[]): boolean {
  const tokens = expression.match(TOKEN) ?? [];
  const take = (...wanted: string[]) => wanted.includes(tokens[0]?.toLowerCase() ?? '') && tokens.shift() !== undefined;

  function either(): boolean {
    let matches = both();
    while (take('or', '||')) matches = both() || matches;
    return matches;
  }

  function both(): boolean {
    let matches = one();
    while (take('and', '&&')) matches = one() && matches;
    return matches;
  }

  function one(): boolean {
    if (take('not', '!')) return !one();
    if (!take('(')) return hasTag(tags, tokens.shift() ?? '');
    const matches = either();
    take(')');
    return matches;
  }

  return either();
}

/** @param pattern a tag, in which `*` is any text */
function hasTag(tags: readonly string[], pattern: string): boolean {
  const text = pattern.replace(/[.+?^${}[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return tags.some((tag) => new RegExp(`^${text}$`).test(tag));
}
