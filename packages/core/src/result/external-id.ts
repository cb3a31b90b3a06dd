import { hash } from 'node:crypto';
import { codeAt, hasOwn, toWellFormed, trim } from '../built-ins/language.js';
import { briefly } from '../in-test/json-safe.js';
import { joinTitles, numberSuffix, originSuffix, TITLE_SEPARATOR as SEPARATOR } from '../in-test/test-numbers.js';
import type { TestRecord } from '../model.js';
import type { Mapping } from './mapping.js';
import { redact, redactInTime } from './masking/redaction.js';

/** An external id, and a warning about it. */
export interface Identity {
  id: string;
  warnings: string[];
}

const NO_WARNINGS: string[] = [];
const UNCHECKED = 'Some external ids could not be searched for secrets in time, and are sent unchanged.';

/**
 * The external id by which the service identifies a test (docs/decisions.md, "External ids"). It is never masked, shortened
 * or empty.
 */
export function identify(record: TestRecord, mapping: Mapping): Identity {
  const identity = choose(record, mapping);
  const masked = redactInTime(identity.id, mapping.redaction);
  if (masked === identity.id) return identity;
  const warning =
    masked === undefined
      ? UNCHECKED
      : `External id "${masked}" contains a secret (***), and is sent unchanged: rename the test or give it another id.`;
  return { id: identity.id, warnings: withWarning(identity.warnings, warning) };
}

function choose(record: TestRecord, mapping: Mapping): Identity {
  if (isName(record.externalId)) return { id: record.externalId, warnings: NO_WARNINGS };
  const { externalId } = mapping.settings;
  if (typeof externalId === 'function') return askUser(externalId, record, mapping);
  return { id: derive(externalId, record, mapping), warnings: NO_WARNINGS };
}

function askUser(externalId: (record: TestRecord) => string, record: TestRecord, mapping: Mapping): Identity {
  let problem: string;
  try {
    const id: unknown = externalId(record);
    if (isName(id)) return { id, warnings: NO_WARNINGS };
    problem = `returned ${typeof id === 'string' ? 'an empty string' : `a value of type ${typeof id}`}`;
  } catch (error) {
    problem = `threw ${briefly(error)}`;
  }
  const path = pathForm(record, mapping);
  const warning = `Option externalId ${problem} for the ${mapping.framework} test "${path}", so its path is its id. Return a non-empty string from the function.`;
  return { id: path, warnings: [redact(warning, mapping.redaction)] };
}

function derive(form: 'path' | 'title' | 'hash', record: TestRecord, mapping: Mapping): string {
  const path = pathForm(record, mapping);
  if (form === 'hash') return hash('sha1', path);
  const title = joinTitles(record.titlePath);
  if (form === 'path' || !isName(title)) return path;
  return toWellFormed(
    `${projectPrefix(record, mapping)}${title}${originSuffix(record.origin)}${numberSuffix(record.occurrence)}`,
  );
}

/** `[project] path/to/file.spec.ts > describe > title (type check) (2)` */
export function pathForm(record: TestRecord, mapping: Mapping): string {
  const { file, occurrence } = record;
  const titles = joinTitles(record.titlePath);
  const separator = file === '' || record.titlePath.length === 0 ? '' : SEPARATOR;
  const suffixes = `${originSuffix(record.origin)}${numberSuffix(occurrence)}`;
  const id = toWellFormed(`${projectPrefix(record, mapping)}${file}${separator}${titles}${suffixes}`);
  return isName(id) ? id : '(untitled)';
}

/** A project with its own configuration is identified by that; any other by its name. */
function projectPrefix(record: TestRecord, mapping: Mapping): string {
  const { project } = record;
  if (project === undefined || project === '') return '';
  const { projectInId, configurations } = mapping.settings;
  return (projectInId ?? !hasOwn(configurations, project)) ? `[${project}] ` : '';
}

function isName(id: unknown): id is string {
  if (typeof id !== 'string') return false;
  const first = codeAt(id, 0);
  // Nearly every id begins with a letter. `trim` costs as much as the rest of the id.
  return (first > 0x20 && first < 0x7f) || trim(id) !== '';
}

/** A new list, because `NO_WARNINGS` is shared. There is at most one earlier warning. */
export function withWarning(warnings: readonly string[], warning: string): string[] {
  const first = warnings[0];
  return first === undefined ? [warning] : [first, warning];
}
