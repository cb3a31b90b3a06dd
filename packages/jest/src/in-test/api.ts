/** What test code imports: the same names, signatures and behaviour in every framework. */
import type { TestApi } from '@testpoint/core/test-api';
import { own } from './sandbox.js';

export type {
  AttachmentContent,
  FailureReason,
  LinkOptions,
  StepFunction,
  StepOptions,
  TestApi,
} from '@testpoint/core/test-api';

/** Runs `body` as a step; returns what it returns and throws what it throws. A sync body stays sync. */
export const step: TestApi['step'] = own.step;

/** Takes the content, or copies the file, at the call. Belongs to the step in which it is called, or to the test. */
export const attach: TestApi['attach'] = own.attach;

/** Links the result to something; may be called several times. */
export const link: TestApi['link'] = own.link;

/** A parameter of the result; the last value of a name stands. Values that are not strings are sent as JSON. */
export const parameter: TestApi['parameter'] = own.parameter;

/** A property of the result; the last value of a name stands. Values that are not strings are sent as JSON. */
export const property: TestApi['property'] = own.property;

/** The user's own comment on the result; several calls become several lines. */
export const message: TestApi['message'] = own.message;

/** The autotest's external id, sent unchanged; the last call stands. */
export const externalId: TestApi['externalId'] = own.externalId;

/** Global ids of the test cases that this test automates; several calls add up. */
export const testCase: TestApi['testCase'] = own.testCase;

/** Why the test fails, should it fail; the last call stands. */
export const failureReason: TestApi['failureReason'] = own.failureReason;

own.announceApi('jest');
