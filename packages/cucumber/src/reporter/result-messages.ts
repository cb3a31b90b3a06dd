// Messages: In results
import { whyNotRun } from '@testpoint/core/adapter';

/** Cucumber’s option fail-fast. @fact */
export const stoppedEarly = whyNotRun('Cucumber stopped after the first failure (fail-fast).');

/** A BeforeAll hook failed. Its error follows. @fact */
export const hookFailed = (hook: string, error: string) => whyNotRun(`The ${hook} hook failed. ${error}`);

/** Cucumber ended, or a worker did, before the scenario had ended. @fact */
export const notEnded = whyNotRun('Cucumber ended before the scenario did.');

/** Cucumber ended with an error, such as that of a hook. The error follows. @fact */
export const endedWith = (error: string) => whyNotRun(`Cucumber ended before the scenario did: ${error}`);

/** The process exited while scenarios ran. @fact */
export const exited = whyNotRun('The process exited before the scenario ended.');

/** The run was interrupted. @fact */
export const interrupted = (signal: string) => whyNotRun(`The run was interrupted (${signal}).`);

/** A step or hook returned 'skipped'. @fact */
export const skippedBy = (title: string) => `Skipped by “${title}”.`;

/** A step or hook returned 'pending'. @fact */
export const pending = (title: string) => `“${title}” is pending.`;

/** No step definition matches a step. The snippet that Cucumber prints follows. @fact */
export const undefinedStep = (snippet: string | undefined) =>
  snippet === undefined || snippet === ''
    ? 'Undefined step.'
    : `Undefined step. Implement it with the following snippet:\n\n${snippet}`;

/** Several step definitions match a step. @fact */
export const ambiguousStep = (definitions: string) => `Multiple step definitions match:\n${definitions}`;
