import { append, codeAt, hasOwn, trim } from '../built-ins/language.js';
import { briefly } from '../in-test/json-safe.js';
import { joinTitles, numberSuffix, originSuffix, TITLE_SEPARATOR as SEPARATOR } from '../in-test/test-numbers.js';
import type { TestRecord } from '../model.js';
import type { Mapping } from './mapping.js';
import { redact, redactInTime } from './masking/redaction.js';
import { idsNotSearched, noIdFromFunction, secretInId } from './messages.js';
import { storable } from './text/text.js';

/**
 * The external id by which the service identifies a test (docs/decisions.md, "External ids"). It is never masked, shortened
 * or empty.
 * @param warnings gets those about it, masked
 */
export function identify(record: TestRecord, mapping: Mapping, warnings: string[]): string {
  const id = choose(record, mapping, warnings);
  const masked = redactInTime(id, mapping.redaction);
  if (masked === undefined) append(warnings, idsNotSearched);
  else if (masked !== id) {
    append(warnings, secretInId(masked));
  }
  return id;
}

function choose(record: TestRecord, mapping: Mapping, warnings: string[]): string {
  if (isName(record.externalId)) return record.externalId;
  const { externalId } = mapping.settings;
  if (typeof externalId !== 'function') return derive(externalId, record, mapping);
  let problem: string;
  try {
    const id: unknown = externalId(record);
    if (isName(id)) return id;
    problem = `returned ${typeof id === 'string' ? 'an empty string' : `a value of type ${typeof id}`}`;
  } catch (error) {
    problem = `threw ${briefly(error)}`;
  }
  const path = pathForm(record, mapping);
  const warning = noIdFromFunction(problem, mapping.framework, path);
  append(warnings, redact(warning, mapping.redaction));
  return path;
}

function derive(form: 'path' | 'title' | 'hash', record: TestRecord, mapping: Mapping): string {
  const path = pathForm(record, mapping);
  if (mapping.hash !== undefined) return mapping.hash('sha1', path);
  const title = joinTitles(record.titlePath);
  if (form === 'path' || !isName(title)) return path;
  return storable(
    `${projectPrefix(record, mapping)}${title}${originSuffix(record.origin)}${numberSuffix(record.occurrence)}`,
  );
}

/** `[project] path/to/file.spec.ts > describe > title (type check) (2)` */
export function pathForm(record: TestRecord, mapping: Mapping): string {
  const id = storable(`${projectPrefix(record, mapping)}${pathOf(record)}`);
  return isName(id) ? id : '(untitled)';
}

/** Where a test is, for people: the path form, always with the project. */
export function fullPath(record: TestRecord): string {
  const { project } = record;
  return `${project === undefined || project === '' ? '' : `[${project}] `}${pathOf(record)}`;
}

function pathOf({ file, titlePath, origin, occurrence }: TestRecord): string {
  const separator = file === '' || titlePath.length === 0 ? '' : SEPARATOR;
  return `${file}${separator}${joinTitles(titlePath)}${originSuffix(origin)}${numberSuffix(occurrence)}`;
}

/** A project with its own configuration is identified by that; any other by its name. One with a number shares its configuration. */
function projectPrefix({ project, projectName }: TestRecord, mapping: Mapping): string {
  if (project === undefined || project === '') return '';
  const { projectInId, configurations } = mapping.settings;
  const isNumbered = projectName !== undefined;
  return isNumbered || (projectInId ?? !hasOwn(configurations, project)) ? `[${project}] ` : '';
}

function isName(id: unknown): id is string {
  if (typeof id !== 'string') return false;
  const first = codeAt(id, 0);
  // Nearly every id begins with a letter. `trim` costs as much as the rest of the id.
  return (first > 0x20 && first < 0x7f) || trim(id) !== '';
}
