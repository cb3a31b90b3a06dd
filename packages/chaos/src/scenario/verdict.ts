import { isObject } from '@testpoint/interface/codec';
import type { HeldResult, ServiceUnderFire } from '../service/service-under-fire.js';
import type { Expectation, Seen } from '../suite/announcement.js';

/** The outcome of a scenario. */
export interface Verdict {
  /** Number of results that must be in the service. */
  expected: number;
  /** Number of missing results. */
  lost: number;
  /** Number of superfluous copies of results in the service. */
  duplicates: number;
  /** Number of exit codes that differ from those without us. */
  exitCodes: number;
  /** Number of flushes by other processes while the suites were running. */
  flushes: number;
  /** Descriptions of problems; empty if there are none. */
  problems: string[];
}

export interface Evidence {
  expectations: ReadonlyMap<string, Expectation>;
  held: readonly HeldResult[];
  /** GUIDs of results whose acceptance the client has certainly read. */
  arrived: ReadonlySet<string>;
  /** Number of killed processes and threads and of removed marks. Each may have come between an answer and its mark. */
  forgettings: number;
  losesNoAnswer: boolean;
  /** Tests of an interrupted suite that reports unfinished tests. Frameworks may announce them as skipped, or not at all. */
  maybeCutShort: ReadonlySet<string>;
  /** Tests whose lines were removed from the journal. */
  excused: ReadonlySet<string>;
  api: 'v2' | 'legacy';
}

/** Compares the announcements with the service's results. */
export function judge(evidence: Evidence): Verdict {
  const verdict: Verdict = { expected: 0, lost: 0, duplicates: 0, exitCodes: 0, flushes: 0, problems: [] };
  const held = byExternalId(evidence.held);
  for (const [externalId, expectation] of evidence.expectations) {
    const results = held.get(externalId) ?? [];
    if (expectation.certain !== undefined && !evidence.excused.has(externalId)) {
      verdict.expected++;
      if (results.length === 0) {
        verdict.lost++;
        verdict.problems.push(`lost: ${externalId}`);
      }
    }
    for (const result of results) {
      const problem = evidence.excused.has(externalId) ? undefined : contentProblem(result, expectation, evidence);
      if (problem !== undefined) verdict.problems.push(`${externalId}: ${problem}`);
    }
    verdict.duplicates += Math.max(0, results.length - 1);
    const problem = repetitionProblem(results, evidence);
    if (problem !== undefined) verdict.problems.push(`${externalId}: ${problem}`);
  }
  for (const externalId of held.keys()) {
    if (!evidence.expectations.has(externalId) && !evidence.maybeCutShort.has(externalId))
      verdict.problems.push(`never announced: ${externalId}`);
  }
  return verdict;
}

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

/** GUIDs of the attachments of a result and its steps. In some frameworks, a test's body is a step. */
function referencesIn({ attachments, stepResults }: Record<string, unknown>): string[] {
  const own = asList(attachments).map((one) => String(isObject(one) ? one.id : one));
  return [...own, ...asList(stepResults).flatMap((step) => (isObject(step) ? referencesIn(step) : []))];
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function byExternalId(results: Iterable<HeldResult>): Map<string, HeldResult[]> {
  const groups = new Map<string, HeldResult[]>();
  for (const result of results) {
    const { autoTestExternalId: id } = result;
    groups.set(id, [...(groups.get(id) ?? []), result]);
  }
  return groups;
}

function contentProblem(
  { outcome, body }: HeldResult,
  { externalId, certain, possible }: Expectation,
  { api, maybeCutShort }: Evidence,
): string | undefined {
  const candidates = [certain, possible].filter((seen) => seen !== undefined);
  if (candidates.some((seen) => seen.outcome === outcome && (api === 'legacy' || attemptsIn(body) === seen.attempts)))
    return undefined;
  const isOpen = certain?.kind !== 'result' || certain.outcome === 'Skipped';
  if (isOpen && maybeCutShort.has(externalId) && outcome === 'Blocked') return undefined;
  const wanted = candidates.map(describeSeen).join(', or ');
  return `${outcome} after ${attemptsIn(body)} attempts in the service, but announced: ${wanted}`;
}

/** A result may arrive again only if its arrival could not be known, and only once for each such case. */
function repetitionProblem(results: readonly HeldResult[], evidence: Evidence): string | undefined {
  if (results.length < 2) return undefined;
  const known = results.filter(({ id }) => evidence.arrived.has(id)).length;
  if (evidence.losesNoAnswer) return `${results.length} times in the service, though no answer was lost`;
  if (known <= 1 + evidence.forgettings) return undefined;
  return `${results.length} times in the service, ${known} of them answered, with ${evidence.forgettings} kills`;
}

/** The mapping adds the number of attempts, if there was more than one. */
function attemptsIn(body: Record<string, unknown>): number {
  const { parameters } = body;
  if (typeof parameters !== 'object' || parameters === null || !('attempts' in parameters)) return 1;
  return Number(parameters.attempts);
}

function describeSeen({ kind, outcome, attempts }: Seen): string {
  return `${kind} ${outcome} after ${attempts} attempts`;
}
