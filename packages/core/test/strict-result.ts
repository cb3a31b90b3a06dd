import { type Result, violation } from '@testpoint/interface';
import { eachStep, referencesOf } from '@testpoint/interface/codec';

/** The strict service's checks of a result. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The problem with a result, or undefined. @param uploaded GUIDs of attachments */
export function checkResult(
  value: { [key: string]: Json },
  uploaded: ReadonlyMap<string, unknown>,
): string | undefined {
  const found = violation('Result', value);
  if (found !== undefined) return found;
  const result = value as unknown as Result;
  const parts: Pick<Result, 'attachments' | 'startedOn' | 'completedOn'>[] = [result];
  eachStep(result, (step) => parts.push(step));
  for (const part of parts) {
    const { startedOn = '', completedOn = startedOn } = part;
    if (completedOn < startedOn) return 'completedOn before startedOn';
    const missing = referencesOf(part).find((id) => !uploaded.has(id));
    if (missing !== undefined) return `attachment ${missing} was not uploaded`;
  }
  return undefined;
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
