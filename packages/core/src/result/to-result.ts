import type { AttachmentReference, Link, Result, StepResult } from '@testpoint/interface';
import { hasOwn } from '../built-ins/language.js';
import type { TestRecord } from '../model.js';
import { type Attempts, addEarlierAttempts, attemptsOf, decisiveErrors, timeSpan } from './attempts.js';
import { addAttachments, type Draft, fit, type MappedAttachment, startDraft } from './draft.js';
import { tracesOf } from './errors.js';
import { identify } from './external-id.js';
import { failureReasonOf } from './failure-reason.js';
import { addLinks } from './links.js';
import type { Mapping, MappingSettings } from './mapping.js';
import { type MessageParts, messageOf } from './message.js';
import { addSteps, outcomeOf } from './steps.js';
import { addPair, toStringMap } from './string-map.js';
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
  const references: AttachmentReference[] = [];
  const identity = identify(record, mapping);
  const { configurationId, configurationGlobalId } = configurationOf(record.project, mapping.settings);
  const attempts = attemptsOf(record);
  const { errors, attempt } = decisiveErrors(record, attempts);
  const body: Result = {
    configurationId: configurationId ?? '',
    autoTestExternalId: identity.id,
    outcome: outcomeOf(record.status),
  };

  addSpan(body, attempts, mapping.settings);
  addTrees(body, attempts, references, draft);
  addMaps(body, record, attempts, references, draft);
  const looseLinks = addAllLinks(body, record, references, draft);
  addTexts(
    body,
    { record, attempts, errors, errorAttempt: attempt, looseLinks, missing: draft.missing },
    references,
    draft,
  );
  const failureReason = failureReasonOf(record, errors, draft);
  if (failureReason !== undefined) body.failureReasonName = failureReason;
  if (references.length > 0) body.attachments = ownReferences(references, mapping.settings.attachmentReferences);

  return {
    externalId: identity.id,
    configurationId,
    configurationGlobalId,
    body,
    attachments: draft.attachments,
    missing: draft.missing.length,
    warnings: joined(identity.warnings, draft.warnings),
  };
}

/** A project's own entry is used alone, even if incomplete: the defaults name another configuration. */
export function configurationOf(
  project: string | undefined,
  settings: MappingSettings,
): Pick<MappedResult, 'configurationId' | 'configurationGlobalId'> {
  const { configurations, configurationId, configurationGlobalId } = settings;
  const own = project !== undefined && hasOwn(configurations, project) ? configurations[project] : undefined;
  return own === undefined
    ? { configurationId, configurationGlobalId }
    : { configurationId: own.id, configurationGlobalId: own.globalId };
}

function addSpan(body: Result, attempts: Attempts, settings: MappingSettings): void {
  const span = timeSpan(settings.attempts === 'last' ? { ...attempts, earlier: [] } : attempts);
  addTimes(body, span, settings.durationUnit);
}

function addTrees(body: Result, attempts: Attempts, references: AttachmentReference[], draft: Draft): void {
  const { last } = attempts;
  const steps: StepResult[] = [];
  if (draft.mapping.settings.attempts === 'nested') addEarlierAttempts(steps, attempts, draft);
  if (last !== undefined) {
    const setup: StepResult[] = [];
    const teardown: StepResult[] = [];
    addSteps(setup, last.setup, 1, draft);
    addSteps(steps, last.body, 1, draft);
    addSteps(teardown, last.teardown, 1, draft);
    addAttachments(last.attachments, references, draft);
    if (setup.length > 0) body.setupResults = setup;
    if (teardown.length > 0) body.teardownResults = teardown;
  }
  if (steps.length > 0) body.stepResults = steps;
}

function addMaps(
  body: Result,
  record: TestRecord,
  attempts: Attempts,
  references: AttachmentReference[],
  draft: Draft,
): void {
  const { settings } = draft.mapping;
  let parameters = toStringMap(record.parameters, settings.parameters, 'parameter', references, draft);
  if (attempts.total > 1) {
    parameters ??= {};
    addPair(parameters, 'attempts', `${attempts.total}`);
  }
  if (parameters !== undefined) body.parameters = parameters;
  const properties = toStringMap(record.properties, settings.properties, 'property', references, draft);
  if (properties !== undefined) body.properties = properties;
}

/** Returns the links that the interface can't represent, in words. */
function addAllLinks(body: Result, record: TestRecord, references: AttachmentReference[], draft: Draft): string[] {
  const links: Link[] = [];
  const loose: string[] = [];
  addLinks(draft.mapping.settings.links, links, loose, references, draft);
  if (record.links !== undefined) addLinks(record.links, links, loose, references, draft);
  if (links.length > 0) body.links = links;
  return loose;
}

function addTexts(body: Result, parts: MessageParts, references: AttachmentReference[], draft: Draft): void {
  const message = messageOf(parts);
  if (message !== '') body.message = fit(message, 'message.txt', references, draft);
  const traces = tracesOf(parts.errors);
  if (traces !== '') body.traces = fit(traces, 'traces.txt', references, draft);
}

function ownReferences(references: AttachmentReference[], form: 'guid' | 'object'): AttachmentReference[] | string[] {
  if (form === 'object') return references;
  const guids: string[] = [];
  for (let index = 0; index < references.length; index++) guids[index] = references[index]?.id ?? '';
  return guids;
}

function joined(first: string[], second: string[]): string[] {
  if (first.length === 0) return second;
  const all: string[] = [];
  for (let index = 0; index < first.length; index++) all[all.length] = first[index] ?? '';
  for (let index = 0; index < second.length; index++) all[all.length] = second[index] ?? '';
  return all;
}
