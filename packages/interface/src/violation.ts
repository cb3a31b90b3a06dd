import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { Attachment } from './attachment.js';
import { AutoTestResult, LegacyResult, LegacyStep } from './legacy.js';
import { Problem } from './problem.js';
import { Result, stepSchemas } from './result.js';
import { CreatedRun, CreateRun, RunRecord, TestPoint } from './run.js';

const NAMED = {
  ...{ TestPoint, CreateRun, CreatedRun, RunRecord, Result, LegacyStep, LegacyResult, AutoTestResult },
  ...{ Attachment, Problem },
};
const CONTEXT: Record<string, TSchema> = {
  ...NAMED,
  ...Object.fromEntries(stepSchemas.map((schema, index) => [`StepResult${index + 1}`, schema])),
};
const validators = new Map<string, Validator>();

/** How a value breaks the rules of the schema with this name, with the place as a JSON pointer; undefined if it does not. */
export function violation(name: keyof typeof NAMED, value: unknown): string | undefined {
  const validator = validators.get(name) ?? Compile(CONTEXT, NAMED[name]);
  validators.set(name, validator);
  if (validator.Check(value)) return undefined;
  const [, errors] = validator.Errors(value);
  return errors.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join(', ');
}
