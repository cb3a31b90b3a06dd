/** While scenarios run in workers, the reporter sets this variable to its process id. */
export const OWNER_VARIABLE = 'TESTPOINT_CUCUMBER';
