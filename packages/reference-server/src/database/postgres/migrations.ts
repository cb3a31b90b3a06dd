import { NO_STATISTICS, RUNS_BY_TIME, TABLES, UNFINISHED } from './tables.js';

/**
 * The steps from one version of the tables to the next, oldest first. A database's version is the number of steps it has been
 * through. Never change a released step: add another, which may be empty if only the functions change. Each upgrade ends with
 * the functions of today.
 */
export const MIGRATIONS: readonly string[] = [TABLES, UNFINISHED + NO_STATISTICS, RUNS_BY_TIME];

/** An arbitrary number that all servers share, so that servers that start at the same time migrate one after the other. */
export const MIGRATION_LOCK = 7_357_001;
