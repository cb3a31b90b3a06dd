import { Distinct } from '../../built-ins/distinct.js';
import { toJson } from '../../built-ins/plain-json.js';
import type { LinkRecord } from '../../model.js';
import type { TestData } from '../format/messages.js';

/**
 * Merges the metadata that a test's attempts set. The message and the failure reason come from the last attempt alone, all
 * other data from every attempt.
 * @param attempts in order
 */
export function mergedTestData(attempts: readonly TestData[]): TestData {
  const merged: TestData = {};
  let testCases: Distinct<number> | undefined;
  let links: Distinct<LinkRecord> | undefined;
  for (let index = 0; index < attempts.length; index += 1) {
    const said = attempts[index] as TestData;
    if (said.externalId !== undefined) merged.externalId = said.externalId;
    if (said.testCases !== undefined) {
      testCases ??= new Distinct();
      for (let at = 0; at < said.testCases.length; at += 1) {
        const id = said.testCases[at] as number;
        testCases.add(id, `${id}`);
      }
    }
    if (said.links !== undefined) {
      links ??= new Distinct();
      for (let at = 0; at < said.links.length; at += 1) {
        const link = said.links[at] as LinkRecord;
        links.add(link, toJson(link));
      }
    }
    if (said.parameters !== undefined) merged.parameters = { ...merged.parameters, ...said.parameters };
    if (said.properties !== undefined) merged.properties = { ...merged.properties, ...said.properties };
    if (index < attempts.length - 1) continue;
    if (said.message !== undefined) merged.message = said.message;
    if (said.failureReason !== undefined) merged.failureReason = said.failureReason;
  }
  if (testCases !== undefined) merged.testCases = testCases.items;
  if (links !== undefined) merged.links = links.items;
  return merged;
}
