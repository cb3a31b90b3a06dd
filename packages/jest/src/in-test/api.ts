/** The test API: the same names, signatures and behavior in every framework. */
import type { TestApi } from '@testpoint/core/api';
import { own } from './sandbox.js';

export type * from '@testpoint/core/api';

/** Runs `body` as a step. Returns what it returns and throws what it throws. A synchronous body stays synchronous. */
export const step: TestApi['step'] = own.step;

/**
 * Attaches content, or a copy of a file, taken at the time of the call. It belongs to the step in which you call it, or to
 * the test.
 */
export const attach: TestApi['attach'] = own.attach;

/** Adds a link to the result. You can call it several times. */
export const link: TestApi['link'] = own.link;

/** Sets a parameter of the result. If you set a name twice, the last value wins. Values that are not strings are sent as JSON. */
export const parameter: TestApi['parameter'] = own.parameter;

/** Sets a property of the result. If you set a name twice, the last value wins. Values that are not strings are sent as JSON. */
export const property: TestApi['property'] = own.property;

/** Adds a comment to the result. Each call adds a line. */
export const message: TestApi['message'] = own.message;

/** Sets the autotest's external id, which is sent unchanged. The last call wins. */
export const externalId: TestApi['externalId'] = own.externalId;

/** Adds global ids of the test cases that this test automates. You can call it several times. */
export const testCase: TestApi['testCase'] = own.testCase;

/** Sets the failure reason, used only if the test fails. The last call wins. */
export const failureReason: TestApi['failureReason'] = own.failureReason;

own.announceApi();
