import type { HeldResult, ServiceUnderFire } from '../service/service-under-fire.js';
import type { Expectation } from '../suite/announcement.js';

/**
 * Describes the problems with the attachments that the service has.
 * @param excused tests whose lines were tampered with
 * @param mayLack whether a result may have none of its attachments
 */
export async function attachmentProblems(
  expectations: ReadonlyMap<string, Expectation>,
  held: readonly HeldResult[],
  excused: ReadonlySet<string>,
  service: ServiceUnderFire,
  mayLack: boolean,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { autoTestExternalId, body, operation, outcome } of held) {
    if (outcome === 'Blocked' || operation !== 'addResults' || excused.has(autoTestExternalId)) continue;
    const { certain, possible } = expectations.get(autoTestExternalId) ?? {};
    const found: string[] = [];
    for (const id of referencesIn(body)) {
      const { name, sha256 } = await service.attachment(id);
      // Frameworks add their own attachments, without announcing them.
      if (OURS.test(name)) found.push(`${name} ${sha256}`);
    }
    const candidates = [certain, possible].filter((seen) => seen !== undefined);
    const wanted = candidates.map(({ attachments }) => attachments.map(({ name, sha256 }) => `${name} ${sha256}`));
    const isRight = wanted.length === 0 || wanted.some((list) => list.sort().join() === found.sort().join());
    if (!isRight && !(mayLack && found.length === 0)) {
      problems.push(`${autoTestExternalId}: attachments ${found.join(', ') || 'none'}, not ${wanted.join(', or ')}`);
    }
  }
  return problems;
}

/** Names of the attachments of the laboratory's suites. */
const OURS = /^(attachment-\d+\.bin|log\.txt)$/;

/** GUIDs of a result's own attachments. */
function referencesIn({ attachments }: Record<string, unknown>): string[] {
  return Array.isArray(attachments) ? attachments.map(String) : [];
}
