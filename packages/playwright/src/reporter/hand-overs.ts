import type { TestResult } from '@playwright/test/reporter';
import { testDataOf } from '@testpoint/core/adapter';
import { HAND_OVER_NAME, type HandOver } from '../in-test/hand-over.js';

export type PlaywrightAttachment = TestResult['attachments'][number];

/** Calls of the test API in one attempt, in order. */
export type HandOvers = readonly HandOver[];

const NOTHING: HandOvers = [];

export function handOversOf(result: TestResult): HandOvers {
  if (result.attachments.length === 0) return NOTHING;
  return result.attachments.filter((attachment) => attachment.name === HAND_OVER_NAME).flatMap(readHandOvers);
}

/** Parses an attachment with this name, whatever it contains: other code may have made it. */
export function readHandOvers({ body }: PlaywrightAttachment): HandOver[] {
  const content = parsed(body);
  return (Array.isArray(content) ? content : [content]).map(readHandOver);
}

function readHandOver(value: unknown): HandOver {
  const content = asObject(value);
  const step = asObject(content?.step);
  const parameters = asObject(step?.parameters);
  const missing = asObject(content?.missing);
  return {
    ...testDataOf(content),
    ...(typeof content?.warning === 'string' && { warning: content.warning }),
    ...(step && {
      step: {
        ...(typeof step.description === 'string' && { description: step.description }),
        ...(parameters && { parameters }),
      },
    }),
    ...(missing && { missing: { name: String(missing.name), reason: String(missing.reason) } }),
  };
}

function parsed(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(body ?? ''));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}
