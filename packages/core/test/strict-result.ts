/** The strict service's checks of a result. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;
const OUTCOMES = new Set<Json>(['Passed', 'Failed', 'Blocked', 'Skipped']);
const REASONS = new Set<Json>(['InfrastructureDefect', 'ProductDefect', 'TestDefect', 'NoDefect']);
const LINKS = new Set<Json>(['Related', 'Blocked by', 'Defect', 'Issue', 'Reqirement', 'Repository']);

const RESULT_FIELDS = new Set(
  'configurationId autoTestExternalId outcome links failureReasonName message traces startedOn completedOn duration attachments parameters properties stepResults setupResults teardownResults'.split(
    ' ',
  ),
);
const STEP_FIELDS = new Set(
  'title description startedOn completedOn duration outcome stepResults attachments parameters'.split(' '),
);

/** The problem with a result, or undefined. @param uploaded GUIDs of attachments */
export function checkResult(
  result: { [key: string]: Json },
  uploaded: ReadonlyMap<string, unknown>,
): string | undefined {
  for (const key of Object.keys(result)) if (!RESULT_FIELDS.has(key)) return `unknown field ${key}`;
  if (typeof result.configurationId !== 'string' || !GUID.test(result.configurationId)) return 'configurationId';
  if (typeof result.autoTestExternalId !== 'string' || result.autoTestExternalId === '') return 'autoTestExternalId';
  if (!OUTCOMES.has(result.outcome ?? null)) return 'outcome';
  if (result.failureReasonName !== undefined && !REASONS.has(result.failureReasonName)) return 'failureReasonName';
  for (const key of ['message', 'traces'] as const)
    if (result[key] !== undefined && typeof result[key] !== 'string') return key;
  for (const link of list(result.links)) {
    if (
      !isObject(link) ||
      typeof link.url !== 'string' ||
      !/[^\s/:]+(\.|localhost)/.test(link.url.replace(/^[a-z+]+:\/\//i, '').split('/')[0] ?? '')
    ) {
      if (!isObject(link) || !/localhost/.test(String(link.url))) return 'link url';
    }
    if (isObject(link) && link.type !== undefined && !LINKS.has(link.type)) return 'link type';
  }
  for (const reference of list(result.attachments)) {
    if (typeof reference !== 'string' || !GUID.test(reference)) return 'attachments';
    if (!uploaded.has(reference)) return `attachment ${reference} was not uploaded`;
  }
  const common = checkCommon(result);
  if (common !== undefined) return common;
  if (!isStringMap(result.properties)) return 'properties';
  for (const key of ['stepResults', 'setupResults', 'teardownResults'] as const) {
    const found = checkSteps(result[key], 1, uploaded);
    if (found !== undefined) return `${key}: ${found}`;
  }
  return undefined;
}

function checkSteps(
  steps: Json | undefined,
  level: number,
  uploaded: ReadonlyMap<string, unknown>,
): string | undefined {
  if (steps === undefined) return undefined;
  if (!Array.isArray(steps)) return 'not an array';
  if (level > 15 && steps.length > 0) return 'deeper than 15';
  for (const step of steps) {
    if (!isObject(step)) return 'step';
    for (const key of Object.keys(step)) if (!STEP_FIELDS.has(key)) return `unknown field ${key}`;
    for (const key of ['title', 'description'] as const)
      if (step[key] !== undefined && typeof step[key] !== 'string') return key;
    if (step.outcome !== undefined && !OUTCOMES.has(step.outcome)) return 'step outcome';
    for (const reference of list(step.attachments)) {
      if (!isObject(reference) || Object.keys(reference).join() !== 'id' || !GUID.test(String(reference.id)))
        return 'step attachments';
      if (!uploaded.has(String(reference.id))) return 'step attachment was not uploaded';
    }
    const found = checkCommon(step) ?? checkSteps(step.stepResults, level + 1, uploaded);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkCommon(value: { [key: string]: Json }): string | undefined {
  for (const key of ['startedOn', 'completedOn'] as const) {
    const time = value[key];
    if (time !== undefined && (typeof time !== 'string' || !TIME.test(time) || Number.isNaN(Date.parse(time))))
      return key;
  }
  const { startedOn, completedOn, duration } = value;
  if (typeof startedOn === 'string' && typeof completedOn === 'string' && completedOn < startedOn)
    return 'completedOn before startedOn';
  if (duration !== undefined && !(Number.isInteger(duration) && Number(duration) >= 0 && Number(duration) <= 86_400))
    return 'duration';
  return isStringMap(value.parameters) ? undefined : 'parameters';
}

function isStringMap(value: Json | undefined): boolean {
  return value === undefined || (isObject(value) && Object.values(value).every((one) => typeof one === 'string'));
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [null];
}
