/** The interface's enumerations, limits and formats, without dependencies, for code that every suite loads. */

/** Maximum nesting depth of step results; elements of `stepResults` are level 1 (section 8). */
export const MAX_STEP_DEPTH = 15;
/** Upper limit of `duration` in the newer body, seconds (section 8). */
export const MAX_DURATION_SECONDS = 86_400;

export const OUTCOMES = ['Passed', 'Failed', 'Blocked', 'Skipped'] as const;
/** The interface spells it `Reqirement` (section 2, link object). */
export const LINK_TYPES = ['Related', 'Blocked by', 'Defect', 'Issue', 'Reqirement', 'Repository'] as const;
export const FAILURE_REASONS = ['InfrastructureDefect', 'ProductDefect', 'TestDefect', 'NoDefect'] as const;
/** Test run statuses (section 3). */
export const RUN_STATUSES = ['Pending', 'In progress', 'Stopped', 'Completed'] as const;
/** Weights of a test point's result (section 2): the heaviest result of its autotests becomes the point's result. */
export const STATUS_WEIGHTS = { Passed: 1, Skipped: 2, Blocked: 3, 'In progress': 4, Failed: 5 } as const;

export const GUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
/** YYYY-MM-DDTHH:MM:SS with fractional seconds and Z (section 2). */
export const TIMESTAMP_PATTERN =
  '^[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{1,9}Z$';
/**
 * "May omit the protocol but must contain a domain": http:// or https://, or no scheme, then a host, which may be localhost.
 * No other schemes: a page that shows a result must be able to make its links clickable, and `javascript:` would run in that
 * page. For the same reason, a user name without a protocol must not contain a colon.
 */
export const LINK_URL_PATTERN =
  '^([Hh][Tt][Tt][Pp][Ss]?://([^\\s/?#@]*@)?|([^\\s/?#@:]*@)?)(localhost|\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:.]+(\\.[^\\s/?#@:.]+)+\\.?)(:[0-9]{1,5})?([/?#]\\S*)?$';

export type Outcome = (typeof OUTCOMES)[number];
export type WireLinkType = (typeof LINK_TYPES)[number];
export type FailureReason = (typeof FAILURE_REASONS)[number];
export type RunStatus = (typeof RUN_STATUSES)[number];
