import type { hash } from 'node:crypto';
import type { FailureReason } from '@testpoint/interface/constants';
import { newGuid } from '../built-ins/guid.js';
import type { Settings } from '../settings/settings.js';
import { compileRedaction, type Redaction, redact } from './masking/redaction.js';
import { TimedPattern } from './masking/timed-pattern.js';

/** The settings that affect the content of results. */
export interface MappingSettings
  extends Pick<
    Settings,
    | 'secretKey'
    | 'configurationId'
    | 'configurationGlobalId'
    | 'configurations'
    | 'projectInId'
    | 'externalId'
    | 'attempts'
    | 'redact'
    | 'links'
    | 'parameters'
    | 'properties'
    | 'failureReasons'
    | 'api'
    | 'durationUnit'
    | 'attachmentReferences'
  > {
  /** Creates attachment placeholders. Default: random GUIDs. */
  newGuid?: () => string;
}

/** Settings compiled once per session. */
export interface Mapping {
  readonly settings: MappingSettings;
  /** Short name of the framework, used in warnings. */
  readonly framework: string;
  readonly redaction: Redaction;
  readonly failureReasons: readonly FailureReasonRule[];
  /** Whether errors that no rule matches may suggest a reason. */
  readonly guessesReasons: boolean;
  readonly newGuid: () => string;
  /** Only if external ids are hashes: `node:crypto` takes milliseconds to load. Captured before tests run. */
  readonly hash: typeof hash | undefined;
}

/** A string pattern is searched for literally. */
export interface FailureReasonRule {
  pattern: string | TimedPattern;
  reason: FailureReason;
  /** Where to search. Default: in messages and traces. */
  place: 'message' | 'trace' | 'file' | 'step' | undefined;
}

type RuleSetting = Exclude<Settings['failureReasons'][number], 'auto'>;

/** Compiles everything that would otherwise be compiled for each result. */
export function prepareMapping(settings: MappingSettings, framework: string): Mapping {
  return {
    // The legacy body counts milliseconds, and is made from the newer one.
    settings: settings.api === 'legacy' ? { ...settings, durationUnit: 'milliseconds' } : settings,
    framework,
    redaction: compileRedaction(settings.secretKey, settings.redact),
    failureReasons: settings.failureReasons.flatMap((rule, index) => (rule === 'auto' ? [] : [ownRule(rule, index)])),
    guessesReasons: settings.failureReasons.includes('auto'),
    newGuid: settings.newGuid ?? newGuid,
    hash: settings.externalId === 'hash' ? process.getBuiltinModule('node:crypto').hash : undefined,
  };
}

/** The text with every secret of the settings replaced by `***`. */
export function mask(text: string, mapping: Mapping): string {
  return redact(text, mapping.redaction);
}

function ownRule({ pattern, reason, in: place }: RuleSetting, index: number): FailureReasonRule {
  const isText = typeof pattern === 'string';
  return { pattern: isText ? pattern : new TimedPattern(pattern, `failureReasons[${index}].pattern`), reason, place };
}
