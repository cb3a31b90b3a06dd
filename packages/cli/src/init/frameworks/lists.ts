import type { ConfigList, ConfigObject, ConfigValue, Data } from '../config/config-value.js';
import type { Obstacle } from './framework.js';

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
    case 'object':
      return false;
  }
}

/** Adds an entry to a list, which may be missing or a single text. @returns obstacles */
export function addToList(
  object: ConfigObject,
  key: string,
  packageName: string,
  { before = [], imported = [] }: { before?: readonly Data[]; imported?: readonly string[] } = {},
): Obstacle[] {
  const value = object.get(key);
  if (value === undefined) object.add(key, [...before, packageName]);
  else if (value.kind === 'list') appendOnce(value, packageName, packageName, imported);
  else if (names(value, packageName, imported)) return [];
  else if (value.kind === 'text') value.replace([value.text, packageName]);
  else return [{ why: `${key} is ${whatIs(value)}`, paste: [`${key}: [ …, '${packageName}' ]`] }];
  return [];
}

export function appendOnce(list: ConfigList, packageName: string, entry: Data, imported: readonly string[] = []): void {
  if (!list.items.some((item) => names(item, packageName, imported))) list.append(entry);
}

/** Describes a value for a message. */
export function whatIs(value: ConfigValue): string {
  return value.kind === 'unknown' ? value.what : `${value.kind === 'object' ? 'an' : 'a'} ${value.kind}`;
}
