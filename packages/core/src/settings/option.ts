import * as v from 'valibot';
import { withoutUndefined } from './plain-values.js';

/**
 * All that is known about one option: its types, parsing, error texts, default, environment names, and what `testpoint doctor`
 * shows come from here. Its TSDoc comment says what it is for; editors and docs/settings.md show it.
 */
export interface Option<Input, Value, Settled extends boolean = boolean> {
  /** Checks a value and brings it into its final form. `Input` is what the types ask for; more is taken where text must do. */
  parse(value: unknown): Parsed<Value>;
  /** Only for the types. */
  readonly input?: Input;
  readonly default: Value | undefined;
  /** Settings always have it: it has a default, or nothing is reported without it. */
  readonly settled: Settled;
  /** Environment variables that set it, the first one ruling. Objects and lists have none. */
  readonly environment: readonly string[];
  /** Its value is never shown. */
  readonly secret: boolean;
}

type Parsed<Value> = { value: Value } | { complaints: Complaint[] };

/** What a schema says of a value it does not take. */
interface Complaint {
  /** Path below the option, with its leading dot or bracket; empty for the option itself. */
  below: string;
  /** The problem and its solution, in full sentences. */
  message: string;
}

interface About {
  environment?: readonly string[];
  secret?: true;
}

/** An option with a default, one that is needed, or one that may be missing. */
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
  };
}

function complaintOf({ path, message }: v.BaseIssue<unknown>): Complaint {
  const below = path?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return { below: below ?? '', message };
}
