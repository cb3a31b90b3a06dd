import { type Fill, fillResults } from './fill-results.js';
import {
  CONFIGURATION_NAMES,
  NO_STATISTICS,
  RUNS_BY_TIME,
  SENDERS,
  SESSIONS,
  TABLES,
  TESTS_AND_FACTS,
  UNFINISHED,
} from './tables.js';

/** A step from one version of the tables to the next. */
export interface Migration {
  sql: string;
  /** Fills new columns from the bodies. */
  fill?: Fill;
}

/**
 * The steps, oldest first. A database's version is the number of steps it has been through. Never change a released step: add
 * another, which may be empty if only the functions change. Each upgrade ends with the functions of today.
 */
export const MIGRATIONS: readonly Migration[] = [
  { sql: TABLES },
  { sql: UNFINISHED + NO_STATISTICS },
  { sql: RUNS_BY_TIME },
  { sql: TESTS_AND_FACTS, fill: fillResults },
  { sql: SESSIONS },
  { sql: SENDERS },
  { sql: CONFIGURATION_NAMES },
];

/** An arbitrary number that all servers share, so that servers that start at the same time migrate one after the other. */
export const MIGRATION_LOCK = 7_357_001;
