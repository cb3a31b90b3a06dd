import AjvCompiler from '@fastify/ajv-compiler';
import { Turn } from './turn.js';

type BuildValidators = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidators>;
type Validate = ReturnType<Compile>;

/**
 * Builds Fastify's own request validators. Each is compiled when its route is first called, because compiling all of
 * them takes most of a server's start. Servers in one process share them. A long array is validated a few elements at a
 * time, so that other clients are served in between. This is possible because no schema of the interface constrains an array
 * as a whole.
 */
export const buildValidators: BuildValidators = (...context) => {
  let compile: Compile | undefined;
  return ((...route) =>
    inTurns(() => {
      compile ??= build(...context);
      return compile(...route);
    })) as Compile;
};

const build = AjvCompiler();

function inTurns(compile: () => Validate): Validate {
  let validate: Validate | undefined;
  const validateAny = (value: unknown) => {
    validate ??= compile();
    const long = longArrayIn(value);
    if (long !== undefined) return validateInPieces(validate, long);
    const isValid = validate(value);
    validateAny.errors = validate.errors;
    return isValid;
  };
  validateAny.errors = null as Validate['errors'];
  return validateAny as Validate;
}

/** A value that is a long array, or has one as a member. */
interface WithLongArray {
  elements: unknown[];
  /** JSON pointer to the array. */
  pointer: string;
  /** The value with only some of the elements. */
  withOnly(elements: unknown[]): unknown;
}

function longArrayIn(value: unknown): WithLongArray | undefined {
  if (isLong(value)) return { elements: value, pointer: '', withOnly: (elements) => elements };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const [name, elements] of Object.entries(value)) {
    if (isLong(elements)) return { elements, pointer: `/${name}`, withOnly: (some) => ({ ...value, [name]: some }) };
  }
  return undefined;
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > ELEMENTS;
}

/** Rejects with the error that Fastify would create from a validator's errors. */
async function validateInPieces(validate: Validate, long: WithLongArray): Promise<boolean> {
  const { elements, pointer, withOnly } = long;
  const turn = new Turn();
  for (let start = 0; start < elements.length; start += ELEMENTS) {
    if (!validate(withOnly(elements.slice(start, start + ELEMENTS)))) {
      const validation = validate.errors?.map((error) => moved(error, pointer, start));
      throw Object.assign(new Error('The body is not valid.'), { validation });
    }
    if (turn.isOver) await turn.next();
  }
  return true;
}

type ValidationError = NonNullable<Validate['errors']>[number];

/** The error with its position in the whole array. */
function moved(error: ValidationError, pointer: string, start: number): ValidationError {
  if (!error.instancePath.startsWith(`${pointer}/`)) return error;
  const place = error.instancePath.slice(pointer.length);
  return { ...error, instancePath: pointer + place.replace(/^\/(\d+)/, (_, index) => `/${Number(index) + start}`) };
}

/** How many elements to validate at once. */
const ELEMENTS = 100;
