import AjvCompiler from '@fastify/ajv-compiler';
import { Turn } from './turn.js';

type BuildValidators = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidators>;
type Validate = ReturnType<Compile>;

/**
 * Builds Fastify's own validators of requests. Each is compiled when its route is first called, because compiling all of
 * them takes most of a server's start. Servers in one process share them. A large array is validated a few elements at a
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
    if (Array.isArray(value) && value.length > ELEMENTS) return validateArray(validate, value);
    const isValid = validate(value);
    validateAny.errors = validate.errors;
    return isValid;
  };
  validateAny.errors = null as Validate['errors'];
  return validateAny as Validate;
}

/** Rejects with the error that Fastify would create from a validator's errors. */
async function validateArray(validate: Validate, array: unknown[]): Promise<boolean> {
  const turn = new Turn();
  for (let start = 0; start < array.length; start += ELEMENTS) {
    if (!validate(array.slice(start, start + ELEMENTS))) {
      const validation = validate.errors?.map((error) => moved(error, start));
      throw Object.assign(new Error('An element of the body is not valid.'), { validation });
    }
    if (turn.isOver) await turn.next();
  }
  return true;
}

type ValidationError = NonNullable<Validate['errors']>[number];

/** The error with its position in the whole array. */
function moved(error: ValidationError, start: number): ValidationError {
  const instancePath = error.instancePath.replace(/^\/(\d+)/, (_, index) => `/${Number(index) + start}`);
  return { ...error, instancePath };
}

/** How many elements to validate at once. */
const ELEMENTS = 100;
