import type { Finish, TestPointSetting } from '../../settings/settings.js';
import {
  type AttachmentEntry,
  type EndEntry,
  type Entry,
  JOURNAL_FORMAT,
  type PlanEntry,
  type ResultHead,
  type RunIntent,
  type SessionEntry,
  type SettledEntry,
  type WireOptions,
} from '../format/entries.js';

/** Own members of a parsed object. */
type Members = Readonly<Record<string, unknown>>;

const FINISHES: readonly Finish[] = ['auto', 'complete', 'stop', 'leave'];
const ENDS: readonly EndEntry['finish'][] = ['complete', 'stop', 'leave'];
const APIS: readonly WireOptions['api'][] = ['v2', 'legacy'];
const BODIES: readonly WireOptions['resultsBody'][] = ['auto', 'array', 'object'];
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A parsed line as an entry; undefined if its shape is wrong. A journal may come from elsewhere, so every member that
 * delivery relies on is checked, and unknown members are dropped.
 */
export function entryOf(value: unknown): Entry | undefined {
  const members = membersOf(value);
  switch (members?.kind) {
    case 'session':
      return sessionOf(members);
    case 'result':
    case 'provisional':
      return resultOf(members.kind, members);
    case 'settled':
      return settledOf(members);
    case 'plan':
      return planOf(members);
    case 'note':
      // Only for reports, which read it themselves.
      return { kind: 'note' };
    case 'end': {
      const finish = oneOf(ENDS, members.finish);
      return finish && { kind: 'end', finish };
    }
    default:
      return undefined;
  }
}

function sessionOf(members: Members): SessionEntry | undefined {
  const { format, tool, framework, frameworkVersion, startedAt, report, localServer } = members;
  const run = runOf(members.run);
  const wire = wireOf(members.wire);
  const finish = oneOf(FINISHES, members.finish);
  if (format !== JOURNAL_FORMAT) return undefined;
  if (run === undefined || wire === undefined || finish === undefined) return undefined;
  return {
    ...{ kind: 'session', format, run, wire, finish },
    // Only shown to people.
    ...{ tool: String(tool), framework: String(framework), frameworkVersion: String(frameworkVersion) },
    startedAt: typeof startedAt === 'number' ? startedAt : 0,
    ...(isFolderBelow(report) && { report }),
    // With a damaged id, the results must not go to a service either.
    ...(localServer !== undefined && { localServer: String(localServer) }),
  };
}

/** A journal from elsewhere may name any folder. Only one below the folder of its outbox is accepted. */
function isFolderBelow(value: unknown): value is string {
  return isText(value) && value.split(/[\\/]/).every((name) => /^(?!\.{1,2}$|[a-z]:)[^\0]+$/i.test(name));
}

function runOf(value: unknown): RunIntent | undefined {
  const { use, create, none, projectGlobalId } = membersOf(value) ?? {};
  if (none === true) return { none };
  if (isText(use)) {
    if (projectGlobalId === undefined) return { use };
    return isId(projectGlobalId) ? { use, projectGlobalId } : undefined;
  }
  const made = membersOf(create);
  if (!isId(made?.projectGlobalId) || !isId(made.testPlanGlobalId)) return undefined;
  const testPoints = made.testPoints === 'from-tests' ? made.testPoints : listOf(made.testPoints, testPointOf);
  if (testPoints === undefined) return undefined;
  return {
    create: { projectGlobalId: made.projectGlobalId, testPlanGlobalId: made.testPlanGlobalId, testPoints },
  };
}

function wireOf(value: unknown): WireOptions | undefined {
  const members = membersOf(value);
  const api = oneOf(APIS, members?.api);
  const resultsBody = oneOf(BODIES, members?.resultsBody);
  const testPlanGlobalId = members?.testPlanGlobalId;
  if (api === undefined || resultsBody === undefined) return undefined;
  if (testPlanGlobalId === undefined) return { api, resultsBody };
  return isId(testPlanGlobalId) ? { api, resultsBody, testPlanGlobalId } : undefined;
}

function resultOf(kind: ResultHead['kind'], members: Members): ResultHead | undefined {
  const { id, key, corrects, configurationFor, configurationId, configurationGlobalId } = members;
  const attachments = members.attachments === undefined ? undefined : listOf(members.attachments, attachmentOf);
  const testCases = members.testCases === undefined ? undefined : listOf(members.testCases, idOf);
  const isWhole =
    typeof id === 'string' &&
    (key === undefined || isId(key)) &&
    (corrects === undefined || isId(corrects)) &&
    (configurationFor === undefined || typeof configurationFor === 'string') &&
    (configurationId === undefined || typeof configurationId === 'string') &&
    (configurationGlobalId === undefined || isId(configurationGlobalId)) &&
    (attachments !== undefined) === (members.attachments !== undefined) &&
    (testCases !== undefined) === (members.testCases !== undefined);
  if (!isWhole) return undefined;
  return {
    ...{ kind, id },
    ...(key !== undefined && { key }),
    ...(corrects !== undefined && { corrects }),
    ...(attachments !== undefined && { attachments }),
    ...(testCases !== undefined && { testCases }),
    ...(configurationFor !== undefined && { configurationFor }),
    ...(configurationId !== undefined && { configurationId }),
    ...(configurationGlobalId !== undefined && { configurationGlobalId }),
  };
}

/** @internal also for reports */
export function settledOf({ key, of, others = [] }: Members): SettledEntry | undefined {
  const further = listOf(others, lineOf);
  if (!isLine(key) || !isLine(of) || further === undefined || further.length % 2 !== 0) return undefined;
  return { kind: 'settled', key, of, others: further };
}

function attachmentOf(value: unknown): AttachmentEntry | undefined {
  const { file, name, contentType, placeholder } = membersOf(value) ?? {};
  if (typeof file !== 'string' || typeof name !== 'string' || typeof contentType !== 'string') return undefined;
  // The text that the uploaded attachment's GUID replaces in the body.
  if (typeof placeholder !== 'string' || !GUID.test(placeholder)) return undefined;
  return { file, name, contentType, placeholder };
}

function planOf({ testPoints, complete }: Members): PlanEntry | undefined {
  const points = listOf(testPoints, testPointOf);
  return points && typeof complete === 'boolean' ? { kind: 'plan', testPoints: points, complete } : undefined;
}

function testPointOf(value: unknown): TestPointSetting | undefined {
  const { configurationGlobalId, testCaseGlobalId } = membersOf(value) ?? {};
  return isId(configurationGlobalId) && isId(testCaseGlobalId)
    ? { configurationGlobalId, testCaseGlobalId }
    : undefined;
}

/** Undefined if it is not an object. Inherited members do not count, whatever the JSON says. */
function membersOf(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.assign(Object.create(null), value) as Members;
}

/** Undefined if it is not an array, or one of its items is invalid. */
function listOf<T>(value: unknown, itemOf: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (const one of value) {
    const item = itemOf(one);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function oneOf<T>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

function idOf(value: unknown): number | undefined {
  return isId(value) ? value : undefined;
}

function lineOf(value: unknown): number | undefined {
  return isLine(value) ? value : undefined;
}

/** The number of a line, or the key of a test. */
function isLine(value: unknown): value is number {
  return isId(value) && value >= 0;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
