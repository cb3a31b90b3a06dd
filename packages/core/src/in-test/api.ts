import { asText, keysOf } from '../built-ins/language.js';
import { shielded } from '../built-ins/shield.js';
import type { AttemptData, TestData } from '../channel/format/messages.js';
import type { StepRecord } from '../model.js';
import type { FailureReason, LinkOptions, StepOptions, TestApi } from './api-types.js';
import { bodyComplaint, contentComplaint, readLink, readTestCases, textComplaint } from './arguments.js';
import { addAttachment, attachment, contentTypeOf } from './attachment.js';
import { bounded, jsonSafe, put } from './json-safe.js';
import { calledInSharedHook } from './messages.js';
import type { NativeApi } from './native-api.js';
import { channel, currentPlace, nativeApi, tellReporter, warn } from './place.js';
import type { Place } from './place-types.js';
import { beginAttempt, beginStep, endStep, enterPlace, followed, placeInStep, relyOnContexts } from './scope.js';
import { type Ended, whenSettled } from './settled.js';
import { state } from './state.js';

export type * from './api-types.js';

/** Longest comment on a result, characters. */
const MESSAGE_LIMIT = 1024 * 1024;
/** Key of data that goes to a native API, which sends everything at once. */
const OF_NATIVE_API = '';

/** Runs `body` as a step. Returns what it returns and throws what it throws. A synchronous body stays synchronous. */
export const step: TestApi['step'] = <T>(
  title: string,
  optionsOrBody: StepOptions | (() => T),
  bodyAfterOptions?: () => T,
): T => {
  const body = (typeof optionsOrBody === 'function' ? optionsOrBody : bodyAfterOptions) as () => T;
  const native = typeof body === 'function' ? nativeApi() : undefined;
  if (native !== undefined) return native.stepAtOnce({ title, options: optionsIn(optionsOrBody), body, callee: step });
  const begun = begin(title, optionsOrBody, body);
  // Without a body there is nothing to return. Only untyped code gets here.
  if (begun === undefined) return typeof body === 'function' ? body() : (undefined as T);
  try {
    return begun.settle(body());
  } catch (error) {
    begun.fail(error);
    throw error;
  }
};

/**
 * Attaches content, or a copy of a file, taken at the time of the call. It belongs to the step in which you call it, or to
 * the test.
 */
export const attach: TestApi['attach'] = async (name, content, contentType) => {
  if (isRefused('attach', contentComplaint(name, content))) return;
  const type = safely('attach', () => contentTypeOf(content, contentType));
  if (type === undefined) return;
  const native = nativeApi();
  if (native !== undefined) return native.attach(name, content, type);
  place('attach', (here) => {
    const writer = channel();
    if (writer !== undefined) addAttachment(here, attachment(writer, asText(name), content, type));
  });
};

/** Adds a link to the result. You can call it several times. */
export const link: TestApi['link'] = (url: unknown, options?: LinkOptions) => {
  ofTest('link', ({ test }) => {
    const given = readLink(url, options);
    if (typeof given === 'string') return warn(given);
    test.links ??= [];
    test.links[test.links.length] = given;
  });
};

/** Sets a parameter of the result. The last value of a name counts. Values that are not strings are sent as JSON. */
export const parameter: TestApi['parameter'] = (name, value) => {
  if (isRefused('parameter', textComplaint('parameter', 'a name', name))) return;
  ofTest('parameter', ({ test }) => {
    test.parameters ??= {};
    put(test.parameters, asText(name), jsonSafe(value));
  });
};

/** Sets a property of the result. The last value of a name counts. Values that are not strings are sent as JSON. */
export const property: TestApi['property'] = (name, value) => {
  if (isRefused('property', textComplaint('property', 'a name', name))) return;
  ofTest('property', ({ test }) => {
    test.properties ??= {};
    put(test.properties, asText(name), jsonSafe(value));
  });
};

/** Adds a comment to the result. Each call adds a line. */
export const message: TestApi['message'] = (text) => {
  if (isRefused('message', textComplaint('message', 'text', text))) return;
  ofTest('message', ({ test }) => {
    const line = bounded(asText(text));
    if (test.message === undefined) test.message = line;
    else if (test.message.length < MESSAGE_LIMIT) {
      const isFull = test.message.length + line.length >= MESSAGE_LIMIT;
      test.message += isFull ? `\n${line}\n[… further comments are left out …]` : `\n${line}`;
    }
  });
};

/** Sets the autotest's external id, which is sent unchanged. The last call counts. */
export const externalId: TestApi['externalId'] = (id) => {
  if (isRefused('externalId', textComplaint('externalId', 'an id', id))) return;
  ofTest('externalId', (data) => {
    data.test.externalId = asText(id);
    tellAtOnce(data, { externalId: data.test.externalId });
  });
};

/** Adds global ids of the test cases that this test automates. You can call it several times. */
export const testCase: TestApi['testCase'] = (...globalIds) => {
  ofTest('testCase', (data) => {
    const { testCases, complaint } = readTestCases(globalIds);
    if (complaint !== undefined) warn(complaint);
    if (testCases.length === 0) return;
    data.test.testCases ??= [];
    const known = data.test.testCases;
    for (let index = 0; index < testCases.length; index += 1) known[known.length] = testCases[index] as number;
    tellAtOnce(data, { testCases });
  });
};

/** Sets the failure reason, used only if the test fails. The last call counts. */
export const failureReason: TestApi['failureReason'] = (reason: FailureReason) => {
  if (isRefused('failureReason', textComplaint('failureReason', 'a reason', reason))) return;
  ofTest('failureReason', ({ test }) => {
    test.failureReason = asText(reason);
  });
};

/** A step whose body is about to run. */
interface Begun {
  /** The body has returned: returns its value to pass on. Never throws. */
  settle<T>(result: T): T;
  /** The body has thrown. Never throws. */
  fail(error: unknown): void;
}

/**
 * Undefined if there is no test to add the step to. The caller calls the body itself, so that nested steps need no more of
 * the stack than nested functions do: none of our frames but the caller's is below the body. If nothing is left of the stack
 * for us, there is no step either.
 */
function begin(title: string, options: unknown, body: unknown): Begun | undefined {
  if (isRefused('step', bodyComplaint(title, body))) return undefined;
  return place('step', (here) => {
    const record = beginStep(here, title);
    if (record === undefined || state === undefined) return undefined;
    const given = optionsIn(options);
    if (given !== undefined) describe(record, given);
    relyOnContexts();
    const inner = placeInStep(here, record);
    return begun(record, inner, enterPlace(inner));
  });
}

/** @param leave leaves the step's async context */
function begun(record: StepRecord, inner: Place, leave: () => void): Begun {
  const ended = endOf(record);
  return {
    settle(result) {
      try {
        leave();
        return whenSettled(followed(inner, result), ended);
      } catch {
        return result;
      }
    },
    fail(error) {
      try {
        leave();
        ended({ error });
      } catch {
        // The stack is full. The step around this one leaves its own context.
      }
    },
  };
}

/** Ends a step. Only the first call counts, and none after the test in which it failed. */
function endOf(record: StepRecord): Ended {
  return (failure) =>
    shielded(() => {
      if (record.status === 'not-run') endStep(record, failure);
    });
}

/** The options of a step, if this argument is not its body. */
function optionsIn(value: unknown): StepOptions | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function describe(record: StepRecord, options: StepOptions): void {
  if (options.description !== undefined) record.description = bounded(asText(options.description));
  if (options.parameters !== undefined) record.parameters = jsonSafe(options.parameters) as Record<string, unknown>;
}

/** Sends what a call adds to the test's identity at once, so that it is known even if the process dies during the test. */
function tellAtOnce({ key }: AttemptData, test: TestData): void {
  if (key !== OF_NATIVE_API) tellReporter('identity', { key, test });
}

/** For data that belongs to a test as a whole, because beforeAll and afterAll serve several. */
function ofTest(call: string, act: (data: AttemptData) => void): void {
  const native = nativeApi();
  if (native !== undefined) return sendTo(native, call, act);
  place(call, (here) => {
    if (here.attempt !== undefined) act(here.attempt.data);
    else warn(calledInSharedHook(call));
  });
}

/** A call with arguments of the wrong type does nothing. If tests are reported, there is a warning. */
function isRefused(call: string, complaint: string | undefined): boolean {
  if (complaint === undefined) return false;
  if (nativeApi() !== undefined) warn(complaint);
  else place(call, () => warn(complaint));
  return true;
}

/** What one call adds to a test. */
function sendTo(native: NativeApi, call: string, act: (data: AttemptData) => void): void {
  const { data } = beginAttempt(OF_NATIVE_API, 0);
  safely(call, () => act(data));
  if (keysOf(data.test).length > 0) native.send(data.test);
}

/** Acts on the test of the calling code, if there is one. */
function place<T>(call: string, act: (here: Place) => T): T | undefined {
  return safely(call, () => {
    const here = currentPlace(call);
    return here === undefined ? undefined : act(here);
  });
}

/** Our errors never reach the test. */
function safely<T>(call: string, act: () => T): T | undefined {
  try {
    return shielded(act);
  } catch (error) {
    try {
      warn(`${call}() went wrong: ${asText(error)}`);
    } catch {
      // The stack is full.
    }
    return undefined;
  }
}
