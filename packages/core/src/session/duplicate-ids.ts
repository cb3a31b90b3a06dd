import { toJson } from '../built-ins/plain-json.js';
import type { TestRecord } from '../model.js';
import { IdSet } from './id-set.js';

const NAMED = 5;

/** Finds tests with equal external ids. This is the only structure that grows with the tests. */
export class DuplicateIds {
  readonly #ids = new IdSet();
  /** Names of the tests whose ids do not come from their paths. Not a Map, because a test in our process may have stubbed its methods. */
  readonly #names: Record<string, string> = Object.create(null);
  #warned = 0;

  /**
   * Returns a warning that names both tests, for the first few duplicates.
   * @param isOwn whether the id does not come from the test's path
   */
  check(externalId: string, configuration: string | undefined, record: TestRecord, isOwn: boolean): string | undefined {
    const key = `${configuration ?? ''} ${externalId}`;
    const name = `${record.file} > ${record.titlePath[record.titlePath.length - 1] ?? ''}`;
    if (this.#ids.add(key)) {
      if (isOwn) this.#names[key] = name;
      return undefined;
    }
    if (++this.#warned > NAMED) return undefined;
    const first = this.#names[key] ?? 'a test that has it from its path';
    return `Two tests have the external id ${toJson(externalId)}: ${first}, and ${name}. The service keeps only one of their results: give each test its own id.`;
  }
}
