import * as v from 'valibot';
import { withoutUndefined } from './plain-values.js';

/**
 * The definition of one option: its types, parsing, error texts, default, environment names, and its display in `testpoint
 * doctor` come from here. Its TSDoc comment describes it in editors and in docs/settings.md.
 */
export interface Option<Input, Value, Settled extends boolean = boolean> {
  /**
   * Checks a value and converts it to its final form. `Input` is only for the types: text is accepted too, because
   * environment variables and command lines have nothing else.
   */
  parse(value: unknown): Parsed<Value>;
  /** Only for the types. */
  readonly input?: Input;
  readonly default: Value | undefined;
  /** Whether settings always have it: it has a default, or reporting needs it. */
  readonly settled: Settled;
  /** Environment variables that set it; the first one wins. Objects and lists have none. */
  readonly environment: readonly string[];
  /** Whether its value is secret. */
  readonly secret: boolean;
  /**
   * Whether it decides where results go, what they are called or what is masked. A wrong value then stops reporting; a wrong
   * value of any other option is replaced by the default, with a warning.
   */
  readonly decisive: boolean;
}

type Parsed<Value> = { value: Value } | { complaints: Complaint[] };

/** A schema's error for a value. */
interface Complaint {
  /** Path below the option, with its leading dot or bracket; empty for the option itself. */
  below: string;
  /** The problem and its solution, in full sentences. */
  message: string;
}

interface About {
  environment?: readonly string[];
  secret?: true;
  decisive?: true;
}

/** An option with a default, a required one, or an optional one. */
export function option<Input, Value>(
  schema: () => v.GenericSchema<Input, Value>,
  about: About & ({ default: NoInfer<Value> } | { needed: true }),
): Option<Input, Value, true>;
export function option<Input, Value>(
  schema: () => v.GenericSchema<Input, Value>,
  about?: About,
): Option<Input, Value, false>;
export function option<Input, Value>(
  schema: () => v.GenericSchema<Input, Value>,
  about: About & { default?: Value; needed?: true } = {},
): Option<Input, Value> {
  return {
    parse(value) {
      const { success, output, issues } = v.safeParse(schema(), withoutUndefined(value), { abortPipeEarly: true });
      return success ? { value: output } : { complaints: issues.map(complaintOf) };
    },
    default: about.default,
    settled: about.default !== undefined || about.needed === true,
    environment: about.environment ?? [],
    secret: about.secret === true,
    decisive: about.decisive === true,
  };
}

function complaintOf({ path, message }: v.BaseIssue<unknown>): Complaint {
  const below = path?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return { below: below ?? '', message };
}
