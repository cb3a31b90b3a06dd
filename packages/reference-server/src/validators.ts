import AjvCompiler from '@fastify/ajv-compiler';

type BuildValidators = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidators>;
type Validate = ReturnType<Compile>;

/**
 * Builds Fastify's own request validators. Each is compiled when its route is first called, because compiling all of
 * them takes most of a server's start. Servers in one process share them.
 */
export const buildValidators: BuildValidators = (...context) => {
  let compile: Compile | undefined;
  return ((...route) =>
    whenCalled(() => {
      compile ??= build(...context);
      return compile(...route);
    })) as Compile;
};

const build = AjvCompiler();

function whenCalled(compile: () => Validate): Validate {
  let validate: Validate | undefined;
  const validateAny = (value: unknown) => {
    validate ??= compile();
    const isValid = validate(value);
    validateAny.errors = validate.errors;
    return isValid;
  };
  validateAny.errors = null as Validate['errors'];
  return validateAny as Validate;
}
