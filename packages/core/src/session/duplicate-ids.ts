import { toJson } from '../built-ins/plain-json.js';
import type { TestRecord } from '../model.js';

const NAMED = 5;

/**
 * Finds tests with equal external ids. Ids in the path form are always unique, so only custom ids are kept. This is the only
 * structure that grows with the tests, by about the length of the id and the title of each.
 */
export class DuplicateIds {
  /** Not a Map, because a test in our process may have stubbed its methods. */
  #first: Record<string, string> = Object.create(null);
  #warned = 0;

  /** Returns a warning that names both tests, for the first few duplicates. */
  check(externalId: string, configuration: string | undefined, record: TestRecord): string | undefined {
    const key = `${configuration ?? ''} ${externalId}`;
    const name = `${record.file} > ${record.titlePath[record.titlePath.length - 1] ?? ''}`;
    const first = this.#first[key];
    if (first === undefined) {
      this.#first[key] = name;
      return undefined;
    }
    if (++this.#warned > NAMED) return undefined;
    return `Two tests have the external id ${toJson(externalId)}: ${first}, and ${name}. The service keeps only one of their results: give each test its own id.`;
  }
}
