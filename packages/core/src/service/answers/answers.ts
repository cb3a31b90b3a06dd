import type { ServiceError } from '../errors.js';

/** How delivery reacts to a failed request (docs/decisions.md, "Delivery"). The error says why, or which pair is unmatched. */
export type Action =
  /** Retry later, and not before the service says so. */
  | 'retry'
  /** Keep everything and report it once: someone has to fix something. */
  | 'pause'
  /** Set aside every result of this pair, send the rest. */
  | 'unmatched'
  /** Find the refused result by halving; a single one is set aside with the service's message. */
  | 'bisect'
  /** This one thing is refused permanently (an attachment, a list): continue without it. */
  | 'refused'
  /** The run is already in the desired state. */
  | 'done';

/** Refusals that would affect every result: wrong URL, proxy credentials, content type, a run that is gone. */
const REFUSES_ALL = new Set([402, 404, 405, 406, 407, 410, 411, 415, 426, 451]);

/** Delivery's reaction to an error. */
export function classifyAnswer(error: ServiceError): Action {
  if (error.isRetryable) return 'retry';
  if (error.isDetour) return 'pause';
  switch (error.operation) {
    case 'list-runs':
    case 'upload-attachment':
      return 'refused';
    case 'create-run':
      return 'pause';
    case 'start-run':
      return isStarted(error.detail) ? 'done' : 'pause';
    case 'stop-run':
    case 'complete-run':
      return isOver(error.detail) ? 'done' : 'pause';
    default:
      return classifyResultAnswer(error);
  }
}

function classifyResultAnswer({ code, status = 0 }: ServiceError): Action {
  if (code === 'UNMATCHED') return 'unmatched';
  return code === 'RUN_OVER' || REFUSES_ALL.has(status) ? 'pause' : 'bisect';
}

const OVER = '(?:stopped|completed|finished|closed)';
const STATE_IS = '\\b(?:is|was|been|already|state|status|in|from)[\\s:=\'"“`]*';
const OVER_PATTERN = new RegExp(`${STATE_IS}${OVER}\\b|\\b${OVER}\\W{0,2}\\s*(?:test ?)?run\\b`, 'i');
const PENDING_PATTERN = new RegExp(`${STATE_IS}pending\\b`, 'i');
const NOT_STARTED =
  /\bpending\W{0,2}\s*(?:test ?)?run\b|\bnot (?:yet )?(?:been )?(?:started|running|in ?progress)\b|\b(?:must|needs? to|has to|should) (?:be|have been) (?:started|running|in ?progress)\b/i;
const STARTED_PATTERN = new RegExp(`${STATE_IS}(?:in ?progress|started|running)\\b`, 'i');
const ALREADY = /\balready\b/i;

/** Whether the message says that a run is stopped or completed ("the run can't be stopped" does not). */
export function saysRunIsOver(words: string): boolean {
  return OVER_PATTERN.test(words);
}

/** Whether the message says that a run takes results only after its start. */
export function saysRunIsPending(words: string): boolean {
  return (PENDING_PATTERN.test(words) || NOT_STARTED.test(words)) && !saysRunIsOver(words);
}

function isOver(detail: string | undefined): boolean {
  return detail !== undefined && (saysRunIsOver(detail) || ALREADY.test(detail));
}

function isStarted(detail: string | undefined): boolean {
  if (detail === undefined || saysRunIsOver(detail)) return false;
  return STARTED_PATTERN.test(detail) || ALREADY.test(detail);
}
