import type { FailureReason } from '@testpoint/interface/constants';
import { each, indexOf, slice, some, startsWith } from '../built-ins/language.js';
import type { ErrorRecord, TestRecord } from '../model.js';
import { plain } from './text/text.js';

/** How much of an error to search, characters. */
const SEARCHED = 20_000;

/** The connection was refused, a name has no address, a browser did not start, a page did not load in time. */
const INFRASTRUCTURE = [
  ...['ECONNREFUSED', 'CONNECTION_REFUSED', 'Could not connect to server'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ERR_NAME_NOT_RESOLVED', 'NS_ERROR_UNKNOWN_HOST', 'Could not resolve host'],
  ...['ERR_INTERNET_DISCONNECTED', 'browserType.', 'Failed to launch the browser process'],
  ...['page.goto: Timeout', 'page.reload: Timeout', 'page.goBack: Timeout', 'page.goForward: Timeout'],
  ...['page.waitForURL: Timeout', 'page.waitForNavigation: Timeout', 'Navigation timeout of'],
];
/** The test addresses several elements as one, or asks for a fixture that does not exist. */
const TEST = ['strict mode violation', 'has unknown parameter "'];
/** How messages of assertions begin. They may quote anything. */
const ASSERTIONS = ['Error: expect(', 'expect(', 'Error: Timed out', 'assert.', 'assert('];
const PROGRAMMING = ['TypeError', 'ReferenceError'];
/** How frameworks introduce the cause of an error. */
const CAUSES = ['Caused by: ', '[cause]: '];
const FRAME = '\n    at ';

/** The reason that a failed test's first error suggests; undefined for an assertion, and if there is nothing to go by. */
export function automaticReason({ file }: TestRecord, errors: ErrorRecord[]): FailureReason | undefined {
  const error = errors[0];
  if (error === undefined) return undefined;
  const message = slice(plain(error.message), 0, SEARCHED);
  const stack = slice(plain(error.stack ?? ''), 0, SEARCHED);
  if (containsOne(message, TEST)) return 'TestDefect';
  if (isAssertion(message)) return undefined;
  if (containsOne(message, INFRASTRUCTURE) || containsOne(causesIn(stack), INFRASTRUCTURE))
    return 'InfrastructureDefect';
  return beginsWithOne(message, PROGRAMMING) && isThrownIn(file, stack) ? 'TestDefect' : undefined;
}

/** Libraries put words before the name of Node's class. */
function isAssertion(message: string): boolean {
  return (
    beginsWithOne(message, ASSERTIONS) || indexOf(slice(message, 0, indexOf(`${message}:`, ':')), 'AssertionError') >= 0
  );
}

/** The messages of an error's causes. The rest of a stack may contain source, which quotes anything. */
function causesIn(stack: string): string {
  let causes = '';
  each(CAUSES, (mark) => {
    for (let at = indexOf(stack, mark); at >= 0; at = indexOf(stack, mark, at + mark.length)) {
      const end = indexOf(stack, '\n', at);
      causes += slice(stack, at, end < 0 ? stack.length : end);
    }
  });
  return causes;
}

/** Whether the first frame is in the test's file. Separators differ between frameworks and systems, so the name decides. */
function isThrownIn(file: string, stack: string): boolean {
  const start = indexOf(stack, FRAME);
  if (start < 0) return false;
  const end = indexOf(stack, '\n', start + 1);
  const frame = slice(stack, start, end < 0 ? stack.length : end);
  let name = file;
  for (let at = indexOf(name, '/'); at >= 0; at = indexOf(name, '/')) name = slice(name, at + 1);
  const at = indexOf(frame, `${name}:`);
  if (at < 0) return false;
  const before = slice(frame, at - 1, at);
  return before === '/' || before === '\\' || before === '(' || before === ' ';
}

function containsOne(text: string, parts: readonly string[]): boolean {
  return some(parts, (part) => indexOf(text, part) >= 0);
}

function beginsWithOne(text: string, parts: readonly string[]): boolean {
  return some(parts, (part) => startsWith(text, part));
}
