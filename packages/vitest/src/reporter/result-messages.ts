// Messages: In results

/** The reason for a missing attachment: Vitest has no content for it. @fact */
export const neitherPathNorBody = 'it has neither a path nor a body';
