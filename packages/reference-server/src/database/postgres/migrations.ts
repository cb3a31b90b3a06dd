import { FUNCTIONS } from './functions.js';
import { NO_STATISTICS, TABLES, UNFINISHED } from './tables.js';

/**
 * The steps from one version to the next, oldest first. A database's version is the number of steps it has been through. Never
 * change a released step: add another.
 */
export const MIGRATIONS: readonly string[] = [TABLES + FUNCTIONS, UNFINISHED + NO_STATISTICS];

/** An arbitrary number that all servers share, so that servers that start at the same time migrate one after the other. */
export const MIGRATION_LOCK = 7_357_001;
