// Messages: Frameworks and test API

/**
 * This version of Jest has different internals.
 *
 * Results arrive without hooks and steps. Update `@testpoint/jest`.
 */
export const notRecorded = (why: string) => `Hooks and steps are not recorded in this version of Jest: ${why}`;
