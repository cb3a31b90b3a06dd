import { Distinct } from '../../built-ins/distinct.js';
import { each, keysOf } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import { put } from '../../in-test/json-safe.js';
import type { LinkRecord } from '../../model.js';
import { addTestCases, testCasesIn } from '../../result/test-cases.js';
import type { TestData } from '../format/messages.js';

/**
 * Merges the metadata that a test's attempts set. The message and the failure reason come from the last attempt alone, all
 * other data from every attempt.
 * @param attempts in order
 * @param titles may name test cases, too
 */
export function mergedTestData(attempts: readonly TestData[], titles: readonly string[] = []): TestData {
  const merged: TestData = {};
  let testCases = addTestCases(undefined, testCasesIn(titles));
  let links: Distinct<LinkRecord> | undefined;
  for (let index = 0; index < attempts.length; index += 1) {
    const said = attempts[index] as TestData;
    if (said.externalId !== undefined) merged.externalId = said.externalId;
    testCases = addTestCases(testCases, said.testCases);
    if (said.links !== undefined) {
      links ??= new Distinct();
      for (let at = 0; at < said.links.length; at += 1) {
        const link = said.links[at] as LinkRecord;
        links.add(link, toJson(link));
      }
    }
    if (said.parameters !== undefined) merged.parameters = withMembers(merged.parameters, said.parameters);
    if (said.properties !== undefined) merged.properties = withMembers(merged.properties, said.properties);
    if (index < attempts.length - 1) continue;
    if (said.message !== undefined) merged.message = said.message;
    if (said.failureReason !== undefined) merged.failureReason = said.failureReason;
  }
  if (testCases !== undefined) merged.testCases = testCases.items;
  if (links !== undefined) merged.links = links.items;
  return merged;
}

/** Adds to the same object, because in Playwright each call is an attempt of its own here. */
function withMembers(all: Record<string, unknown> = {}, more: Record<string, unknown>): Record<string, unknown> {
  each(keysOf(more), (name) => put(all, name, more[name]));
  return all;
}
