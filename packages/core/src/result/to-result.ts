import {
  ATTEMPTS_PARAMETER,
  type Link,
  type OwnAdditions,
  type RESULT,
  type Result,
  type StepResult,
  type UsersTexts,
} from '@testpoint/interface/codec';
import { append, hasOwn, mapped } from '../built-ins/language.js';
import { briefly } from '../in-test/json-safe.js';
import type { TestRecord } from '../model.js';
import { type Attempts, addEarlierAttempts, attemptsOf, decisiveErrors, timeSpan } from './attempts.js';
import { addAttachments, addTexts, type Draft, type MappedAttachment, startDraft } from './draft.js';
import { tracesOf } from './errors.js';
import { identify, pathForm } from './external-id.js';
import { failureReasonOf } from './failure-reason.js';
import { addLinks } from './links.js';
import { type Mapping, type MappingSettings, mask } from './mapping.js';
import { messageOf } from './message.js';
import { addSteps, outcomeOf } from './steps.js';
import { addPair, toStringMap } from './string-map.js';
import { plain } from './text/text.js';
import { addTimes } from './times.js';

/** A mapped record, with the attachments to upload and the warnings to print. */
export interface MappedResult {
  externalId: string;
  /** Undefined if no configuration is known for this record's project; the body then has an empty one. */
  configurationId: string | undefined;
  configurationGlobalId: number | undefined;
  /** In wire format, except that placeholders represent the GUIDs of uploaded attachments. */
  body: Result;
  /** In the order of the body. Each placeholder is in the body exactly once. */
  attachments: MappedAttachment[];
  /** Number of attachments without content; the body's message names them. */
  missing: number;
  /** What we added to the body; undefined if there were no earlier attempts. */
  own: OwnAdditions | undefined;
  /** Masked. */
  warnings: string[];
}

/**
 * Maps a record to the newer result body (section 2, `/api/v2/testRuns/{testRunId}/testResults`). Pure: every limit of the
 * interface is enforced here, and anything that does not fit is folded, with a note. Attachments given by `path` must
 * already be in the outbox.
 */
export function toResult(record: TestRecord, mapping: Mapping): MappedResult {
  const draft = startDraft(mapping);
  const { settings } = mapping;
  const externalId = identify(record, mapping, draft.warnings);
  const { configurationId, configurationGlobalId } = configurationOf(record, settings);
  const attempts = attemptsOf(record);
  const decisive = decisiveErrors(record, attempts);
  const body = bodyOf(record, externalId, configurationId);
  addTimes(body, timeSpan(attempts, settings.attempts), settings.durationUnit);
  const steps = addTrees(body, attempts, draft);
  const parameter = addMaps(body, record, attempts, draft);
  const own = attempts.earlier.length > 0 ? { steps, parameter } : undefined;
  addAllLinks(body, record, draft);
  const message = messageOf(record, attempts, decisive, draft);
  addTexts<UsersTexts<typeof RESULT>>(body, { message, traces: tracesOf(decisive.errors) }, draft);
  const failureReason = failureReasonOf(record, decisive.errors, draft);
  if (failureReason !== undefined) body.failureReasonName = failureReason;
  const { attachments, references, missing, warnings } = draft;
  if (references.length > 0) {
    body.attachments = settings.attachmentReferences === 'object' ? references : mapped(references, ({ id }) => id);
  }
  const files = { attachments, missing: missing.length };
  return { externalId, configurationId, configurationGlobalId, body, ...files, own, warnings };
}

/**
 * A record that can't be mapped still has a verdict: its result has the outcome, and a message that explains why everything
 * else is missing. A test may have broken something that the mapping uses, or passed unexpected values.
 */
export function bareResult(record: TestRecord, mapping: Mapping, reason: unknown): MappedResult {
  const warnings: string[] = [];
  const externalId = identifyAnyway(record, mapping, warnings);
  const { configurationId, configurationGlobalId } = configurationOf(record, mapping.settings);
  const why = mask(plain(briefly(reason)), mapping);
  const body = bodyOf(record, externalId, configurationId);
  body.message = `Testpoint could read only how this test ended, not its details: ${why}`;
  append(warnings, `Only the outcome of ${mask(externalId, mapping)} could be recorded: ${why}`);
  const none = { attachments: [], missing: 0, own: undefined };
  return { externalId, configurationId, configurationGlobalId, body, ...none, warnings };
}

/** Choosing an id needs the settings; the path needs only the record. */
function identifyAnyway(record: TestRecord, mapping: Mapping, warnings: string[]): string {
  try {
    return identify(record, mapping, warnings);
  } catch {
    return pathForm(record, mapping);
  }
}

function bodyOf({ status }: TestRecord, externalId: string, configurationId = ''): Result {
  return { configurationId, autoTestExternalId: externalId, outcome: outcomeOf(status) };
}

/** A project's own entry is used alone, even if incomplete: the defaults name another configuration. */
function configurationOf(
  { project, projectName = project }: TestRecord,
  settings: MappingSettings,
): Pick<MappedResult, 'configurationId' | 'configurationGlobalId'> {
  const { configurations, configurationId, configurationGlobalId } = settings;
  const own =
    projectName !== undefined && hasOwn(configurations, projectName) ? configurations[projectName] : undefined;
  return own === undefined
    ? { configurationId, configurationGlobalId }
    : { configurationId: own.id, configurationGlobalId: own.globalId };
}

/** @returns the number of steps for earlier attempts */
function addTrees(body: Result, attempts: Attempts, draft: Draft): number {
  const { last } = attempts;
  const steps: StepResult[] = [];
  if (draft.mapping.settings.attempts === 'nested') addEarlierAttempts(steps, attempts, draft);
  const own = steps.length;
  if (last !== undefined) {
    const setup: StepResult[] = [];
    const teardown: StepResult[] = [];
    addSteps(setup, last.setup, 1, draft);
    addSteps(steps, last.body, 1, draft);
    addSteps(teardown, last.teardown, 1, draft);
    addAttachments(last.attachments, draft);
    if (setup.length > 0) body.setupResults = setup;
    if (teardown.length > 0) body.teardownResults = teardown;
  }
  if (steps.length > 0) body.stepResults = steps;
  return own;
}

/** @returns the name of the parameter that we add */
function addMaps(body: Result, record: TestRecord, attempts: Attempts, draft: Draft): string | undefined {
  const { settings } = draft.mapping;
  let parameters = toStringMap(record.parameters, settings.parameters, 'parameter', draft);
  let own: string | undefined;
  if (attempts.total > 1) {
    parameters ??= {};
    own = addPair(parameters, ATTEMPTS_PARAMETER, `${attempts.total}`);
  }
  if (parameters !== undefined) body.parameters = parameters;
  const properties = toStringMap(record.properties, settings.properties, 'property', draft);
  if (properties !== undefined) body.properties = properties;
  return own;
}

function addAllLinks(body: Result, record: TestRecord, draft: Draft): void {
  const links: Link[] = [];
  addLinks(draft.mapping.settings.links, links, draft);
  if (record.links !== undefined) addLinks(record.links, links, draft);
  if (links.length > 0) body.links = links;
}
