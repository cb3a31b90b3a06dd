import type { LinkRecord } from '../../model.js';
import type { TestData } from '../format/messages.js';

/**
 * Merges the metadata that a test's attempts set. The message and the failure reason come from the last attempt alone, all
 * other data from every attempt.
 * @param attempts in order
 */
export function mergedTestData(attempts: readonly TestData[]): TestData {
  const merged: TestData = {};
  for (let index = 0; index < attempts.length; index += 1) {
    const said = attempts[index] as TestData;
    if (said.externalId !== undefined) merged.externalId = said.externalId;
    if (said.testCases !== undefined) merged.testCases = union(merged.testCases, said.testCases, sameValue);
    if (said.links !== undefined) merged.links = union(merged.links, said.links, sameUrl);
    if (said.parameters !== undefined) merged.parameters = { ...merged.parameters, ...said.parameters };
    if (said.properties !== undefined) merged.properties = { ...merged.properties, ...said.properties };
    if (index < attempts.length - 1) continue;
    if (said.message !== undefined) merged.message = said.message;
    if (said.failureReason !== undefined) merged.failureReason = said.failureReason;
  }
  return merged;
}

function union<T>(known: readonly T[] | undefined, more: readonly T[], same: (a: T, b: T) => boolean): T[] {
  const list: T[] = [];
  for (let index = 0; index < (known?.length ?? 0); index += 1) list[index] = known?.[index] as T;
  for (let index = 0; index < more.length; index += 1) {
    const item = more[index] as T;
    let isNew = true;
    for (let other = 0; other < list.length && isNew; other += 1) isNew = !same(list[other] as T, item);
    if (isNew) list[list.length] = item;
  }
  return list;
}

function sameValue(a: number, b: number): boolean {
  return a === b;
}

function sameUrl(a: LinkRecord, b: LinkRecord): boolean {
  return a.url === b.url;
}
