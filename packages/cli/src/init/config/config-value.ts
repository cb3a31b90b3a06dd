/** What is written into a configuration. */
export type Data = string | boolean | readonly Data[] | { readonly [key: string]: Data };

/**
 * A value of a configuration file, as far as it can be read without running the file. A change is written where the
 * value stands, in the notation and the layout of its file.
 */
export type ConfigValue = ConfigObject | ConfigList | ConfigText | ConfigUnknown;

export interface ConfigObject {
  kind: 'object';
  /** Undefined: there is no such key. */
  get(key: string): ConfigValue | undefined;
  /** Adds a key that is not there. */
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

/** Only running the file would tell. */
interface ConfigUnknown {
  kind: 'unknown';
  /** What is there instead: "a function". */
  what: string;
  /** As it is written. */
  source: string;
}

/** A configuration file that was read, and may be changed. */
export interface ConfigFile {
  root: ConfigValue;
  /** The file's text, with the changes that were made to its values. */
  readonly after: string;
}

/** A file that can't be read: its notation is not that of its name. */
export class UnreadableConfig extends Error {
  readonly code = 'UNREADABLE_CONFIG';
}
