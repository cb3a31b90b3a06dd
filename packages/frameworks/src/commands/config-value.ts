/** A value to write into a configuration. */
export type Data = string | boolean | Code | readonly Data[] | { readonly [key: string]: Data };

/** An expression, for configurations in JavaScript. */
export class Code {
  /** Its text, with single quotes. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** One with `process`. A list leaves it out if TypeScript reads the file without the types of Node. */
export class NodeCode extends Code {}

/**
 * A value in a configuration file, as far as it can be read without running the file. Changes are written at the position of
 * the value, in the notation and layout of the file.
 */
export type ConfigValue = ConfigObject | ConfigList | ConfigText | ConfigDefault | ConfigChoice | ConfigUnknown;

export interface ConfigObject {
  kind: 'object';
  keys: readonly string[];
  /** Undefined if there is no such key. */
  get(key: string): ConfigValue | undefined;
  /** Adds a missing key. */
  add(key: string, data: Data): void;
}

export interface ConfigList {
  kind: 'list';
  items: readonly ConfigValue[];
  append(data: Data): void;
}

interface ConfigText {
  kind: 'text';
  text: string;
  replace(data: Data): void;
}

/** `undefined` or `null`: the framework uses its default. */
interface ConfigDefault {
  kind: 'default';
  replace(data: Data): void;
}

/** One of several values: the branches of a condition, or what a function returns. */
interface ConfigChoice {
  kind: 'choice';
  branches: readonly ConfigValue[];
  /** Of a condition: its source text. */
  condition?: { source: string; replace(data: Data): void };
}

/** The description of a member that a spread object may have. */
export const IN_SPREAD = 'perhaps in a spread object, whose entries must stay';

/** A value that only running the file would reveal. */
interface ConfigUnknown {
  kind: 'unknown';
  /** A description, such as "a function". */
  what: string;
  /** The source text. */
  source: string;
  /** For a member that a spread object may have: how to read it there. Missing if several may have it. */
  inherited?: string;
}

/** A parsed configuration file, which may be changed. */
export interface ConfigFile {
  root: ConfigValue;
  /** The file's text, with the changes that were made to its values. */
  readonly after: string;
  /** A member of an object, as the file would write it. */
  member(key: string, data: Data): string;
}

/** All values that a value may have. */
export function branchesOf(value: ConfigValue): readonly ConfigValue[] {
  return value.kind === 'choice' ? value.branches.flatMap(branchesOf) : [value];
}

/** A file that can't be parsed: its notation does not match its name. */
export class UnreadableConfig extends Error {
  readonly code = 'UNREADABLE_CONFIG';
}
