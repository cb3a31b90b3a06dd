/** What a reporter needs to know of the other frameworks: each of them can load it, and shares its config file. */
export interface Host {
  /** The short name of the package: `@testpoint/<name>`. */
  name: string;
  /** Its official spelling. */
  title: string;
  /** Whether this framework made a call, by the first argument: of a reporter's constructor, or of `onInit`. */
  isLoadedBy(first: object): boolean;
  /** Names of options that only this framework's reporter has. */
  ownOptions?: readonly string[];
}

/** Everything that the repository knows of a framework, besides its adapter and its laboratory. */
export interface Framework extends Host {
  /** The framework's own package. */
  dependency: string;
  /** The oldest version that works, and the newest tested version (docs/compatibility.md); major and minor. */
  versions: { oldest: string; newest: string };
  /** Whether the reporter's options also contain another reporter's. Unknown names then pass, unless they look like misspelled ones of ours. */
  sharesOptions?: true;
  /** Options that every reporter has, and that have no effect in this one. */
  uselessOptions?: readonly string[];
}
