/**
 * Descriptions of objects as plain data: a table names each member and says what it holds. Types, the lenient reader (`read.ts`) and the
 * service's schemas (`../result.ts`) follow from it.
 */
export type Table = Readonly<Record<string, Member>>;

export type Member = Kind & {
  readonly required?: true;
  /** A lenient reader takes this for a required member that is missing or wrong. Default: an empty value. */
  readonly otherwise?: string | number;
  /** Delivery does not depend on it, so a wrong one spoils no line. */
  readonly shown?: true;
  /**
   * It holds users' text, which is masked, shortened and shown; as a letter, a report searches it, too (`SearchKind`). A record of a test
   * may have each such text of a result.
   */
  readonly users?: true | SearchKind;
};

export type Kind =
  | {
      readonly is: 'text';
      readonly oneOf?: readonly string[];
      readonly pattern?: string;
      readonly minLength?: number;
    }
  /** Any finite number, unless the service limits it to integers. */
  | { readonly is: 'number'; readonly minimum?: number; readonly maximum?: number }
  /** An integer from 0. */
  | { readonly is: 'count' }
  /** An integer. */
  | { readonly is: 'id' }
  | { readonly is: 'true' | 'boolean' }
  /** Texts by their names. */
  | { readonly is: 'texts' }
  /** Steps, which may contain steps. */
  | { readonly is: 'steps' }
  | { readonly is: 'list'; readonly of: Kind; readonly inPairs?: true }
  /** `whole`: it means nothing without its required members. */
  | { readonly is: 'object'; readonly of: Table; readonly whole?: true }
  | { readonly is: 'either'; readonly of: readonly Kind[] };

/** Where a text was found: a step, a parameter, a property, a link, the output, the message, or elsewhere. */
export type SearchKind = 's' | 'p' | 'r' | 'l' | 'o' | 'm' | 'd';
