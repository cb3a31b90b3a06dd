import { FUNCTIONS } from './functions.js';
import { TABLES } from './tables.js';

/**
 * What brings the database from one version to the next, oldest first; the version is how many were run. Never change one
 * that was released: add another.
 */
export const MIGRATIONS: readonly string[] = [TABLES + FUNCTIONS];

/** Any number, as long as every server uses the same: those that start at the same time migrate one after the other. */
export const MIGRATION_LOCK = 7_357_001;
