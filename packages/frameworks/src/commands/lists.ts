import type { Obstacle } from './commands.js';
import { branchesOf, Code, type ConfigList, type ConfigObject, type ConfigValue, type Data } from './config-value.js';

/** Whether an entry in a list of reporters or setup files belongs to the package, in any notation. */
export function names(value: ConfigValue, packageName: string, importedNames: readonly string[] = []): boolean {
  switch (value.kind) {
    case 'text':
      return value.text === packageName;
    case 'list':
      return value.items[0] !== undefined && names(value.items[0], packageName, importedNames);
    case 'unknown':
      return (
        new RegExp(`['"\`]${packageName}['"\`]`).test(value.source) ||
        importedNames.some((name) => new RegExp(`\\b${name}\\b`).test(value.source))
      );
    case 'choice':
      return value.branches.every((branch) => names(branch, packageName, importedNames));
    case 'object':
    case 'default':
      return false;
  }
}

/**
 * Adds an entry to a list, which may be missing or a single text, in each case that the file distinguishes.
 *
 * @param whole the list to write if there is no list yet, including our entry
 * @returns obstacles
 */
export function addToList(
  object: ConfigObject,
  key: string,
  packageName: string,
  { whole = [packageName], imported = [] }: { whole?: Data; imported?: readonly string[] } = {},
): Obstacle[] {
  const found = object.get(key);
  if (found === undefined) {
    object.add(key, whole);
    return [];
  }
  return branchesOf(found).flatMap((value): Obstacle[] => {
    if (value.kind === 'list') appendOnce(value, packageName, packageName, imported);
    else if (value.kind === 'default') value.replace(whole);
    else if (names(value, packageName, imported)) return [];
    else if (value.kind === 'text') value.replace([value.text, packageName]);
    else if (value.kind === 'unknown' && value.inherited !== undefined)
      object.add(key, [inheritedOr(value.inherited, whole, packageName), packageName]);
    else return [{ why: `${key} is ${whatIs(value)}`, paste: { [key]: extended(value, packageName, whole) } }];
    return [];
  });
}

/** The entries that a spread object has, which may be a single one, or else those of the whole list, without ours. */
export function inheritedOr(inherited: string, whole: Data, packageName: string): Code {
  const others = (Array.isArray(whole) ? whole : [whole]).filter((entry: Data) => entry !== packageName);
  const texts = others.map((entry: Data) => (entry instanceof Code ? entry.text : `'${entry}'`));
  return new Code(`...[${inherited} ?? [${texts.join(', ')}]].flat()`);
}

/**
 * A list with one more entry than a value that only running the file shows: a variable or a call is a list most of the time, and
 * a condition that ends with a name is a name. Otherwise, the whole list.
 */
export function extended(value: ConfigValue, entry: Data, whole: Data): Data {
  if (value.kind !== 'unknown') return whole;
  const { source } = value;
  if (/^(?!process\.env)([\w$.]+|\[.*\]\.\w+)(\(.*\))?$/s.test(source)) return [new Code(`...${source}`), entry];
  const isName = /(?:\?\?|\|\|)\s*(['"])[^'"]+\1$/.test(source);
  return isName ? [Array.isArray(entry) ? [new Code(source)] : new Code(source), entry] : whole;
}

export function appendOnce(list: ConfigList, packageName: string, entry: Data, imported: readonly string[] = []): void {
  if (!list.items.some((item) => names(item, packageName, imported))) list.append(entry);
}

/** Describes a value for a message. */
export function whatIs(value: ConfigValue): string {
  if (value.kind === 'default') return 'undefined';
  return value.kind === 'unknown' ? value.what : `${value.kind === 'object' ? 'an' : 'a'} ${value.kind}`;
}
