// Messages: Frameworks and test API

/** A call in a hook of several tests. */
export const calledInSharedHook = (call: string) =>
  `${call}() was called in a hook that runs for several tests, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.`;

/**
 * step('x') without a body, or attach('y') without content.
 *
 * Give it what the message names.
 */
export const wrongContent = (call: string, instead: string) => `${call} was called ${instead}, and did nothing.`;

/** What step needs. @fact */
export const aFunction = 'a function as its last argument';

/** What attach needs. @fact */
export const contentNeeded = 'text, bytes or { path }';

/** testCase("abc"). @fact */
export const testCaseIgnored = (id: string) =>
  `testCase(${id}) was ignored: a test case's global id is a whole number.`;

/** What link needs. @fact */
export const objectWithUrl = 'an object with a url';

/**
 * parameter(), parameter({}, 1), link({}) or testCase().
 *
 * Give it what the message names.
 */
export const wrongArgument = (call: string, instead: string) => `${call}() was called ${instead}, and did nothing.`;

/** A call after its test. */
export const calledTooLate = (call: string) =>
  `${call}() was called after its test had ended, and did nothing. Await everything that the test starts.`;

/** A call at the top of a file. */
export const calledOutside = (call: string) =>
  `${call}() was called outside a test, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.`;

/** A test with too many steps. @fact */
export const tooManySteps = (thousands: number) =>
  `A test has more than ${thousands},000 steps. The rest ran, but are not shown.`;
