import type { HeldResult, ServiceUnderFire } from '../service/service-under-fire.js';
import type { Expectation } from '../suite/announcement.js';

/** What is wrong with the attachments that the service holds, in words; some tests' lines were tampered with. */
export async function attachmentProblems(
  expectations: ReadonlyMap<string, Expectation>,
  held: readonly HeldResult[],
  excused: ReadonlySet<string>,
  service: ServiceUnderFire,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { autoTestExternalId, body, operation } of held) {
    if (operation !== 'addResults' || excused.has(autoTestExternalId)) continue;
    const { certain, possible } = expectations.get(autoTestExternalId) ?? {};
    const found: string[] = [];
    for (const id of referencesIn(body)) {
      const { name, sha256 } = await service.attachment(id);
      found.push(`${name} ${sha256}`);
    }
    const candidates = [certain, possible].filter((seen) => seen !== undefined);
    const wanted = candidates.map(({ attachments }) => attachments.map(({ name, sha256 }) => `${name} ${sha256}`));
    if (!wanted.some((list) => list.sort().join() === found.sort().join())) {
      problems.push(`${autoTestExternalId}: attachments ${found.join(', ') || 'none'}, not ${wanted.join(', or ')}`);
    }
  }
  return problems;
}

/** GUIDs of a result's own attachments. */
function referencesIn({ attachments }: Record<string, unknown>): string[] {
  return Array.isArray(attachments) ? attachments.map(String) : [];
}
