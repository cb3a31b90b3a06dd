import * as v from 'valibot';
import { withoutUndefined } from './plain-values.js';

/**
 * The definition of one option: its types, parsing, error texts, default, environment names, and its display in `testpoint
 * doctor` come from here. Its TSDoc comment describes it in editors and in docs/settings.md.
 */
export interface Option<Input, Value, Own extends Row = Row> {
  /**
   * Checks a value and converts it to its final form. `Input` is only for the types: text is accepted too, because
   * environment variables and command lines have nothing else.
   */
  parse(value: unknown): Parsed<Value>;
  /** Only for the types. */
  readonly input?: Input;
  readonly default: Value | undefined;
  /** Whether settings always have it: it has a default, or reporting needs it. */
  readonly settled: boolean;
  /** Only for the types. */
  readonly row?: Own;
  /** Environment variables that set it; the first one wins. Objects and lists have none. */
  readonly environment: readonly string[];
  /** Whether its value is secret. */
  readonly secret: boolean;
  /**
   * What a wrong value stops: recording, if it decides whether to record, where, what results are called or what is masked;
   * delivery, if it decides where results go. A wrong value of any other option is replaced by the default, with a warning.
   */
  readonly stops: 'recording' | 'delivery' | undefined;
  /** Whether delivery needs it, in its thread and in a flush. Its value can be sent to a thread. */
  readonly delivery: boolean;
  readonly useless: Useless | undefined;
}

/** When an option has no effect because of another one, and what to do about it. */
type Useless = { with: string; why: string } | { without: string; why: string };

type Parsed<Value> = { value: Value } | { complaints: Complaint[] };

/** A schema's error for a value. */
interface Complaint {
  /** Path below the option, with its leading dot or bracket; empty for the option itself. */
  below: string;
  /** The problem and its solution, in full sentences. */
  message: string;
}

/** What a row says besides the schema. */
interface Row {
  default?: unknown;
  needed?: true;
  environment?: readonly string[];
  secret?: true;
  stops?: 'recording' | 'delivery';
  delivery?: true;
  useless?: Useless;
}

/** An option with a default, a required one, or an optional one. */
export function option<Input, Value, const Own extends Row>(
  schema: () => v.GenericSchema<Input, Value>,
  about: Own & { default?: NoInfer<Value> },
): Option<Input, Value, Own> {
  return {
    parse(value) {
      const { success, output, issues } = v.safeParse(schema(), withoutUndefined(value), { abortPipeEarly: true });
      return success ? { value: output } : { complaints: issues.map(complaintOf) };
    },
    default: about.default,
    settled: about.default !== undefined || about.needed === true,
    environment: about.environment ?? [],
    secret: about.secret === true,
    stops: about.stops,
    delivery: about.delivery === true,
    useless: about.useless,
  };
}

function complaintOf({ path, message }: v.BaseIssue<unknown>): Complaint {
  const below = path?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return { below: below ?? '', message };
}
