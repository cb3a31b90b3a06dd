// Messages: Frameworks and test API

/** An attachment with an invalid content type. @fact */
export const noContentType = (name: string, sent: string) =>
  `Attachment "${name}" has no valid content type, so it is sent as ${sent}.`;

/** An external id that a slow pattern can’t search. @fact */
export const idsNotSearched = 'Some external ids could not be searched for secrets in time, and are sent unchanged.';

/** A secret in an external id. */
export const secretInId = (id: string) =>
  `External id "${id}" contains a secret (***), and is sent unchanged: rename the test or give it another id.`;

/** An externalId function that does not return a string. */
export const noIdFromFunction = (problem: string, framework: string, path: string) =>
  `Option externalId ${problem} for the ${framework} test "${path}", so its path is its id. Return a non-empty string from the function.`;

/** An unknown failure reason. @fact */
export const unknownReason = (reason: string, known: string) =>
  `Failure reason "${reason}" is not sent: the service accepts only ${known}.`;

/** A pattern for failure reasons that takes too long. @fact */
export const slowReason = (pattern: string) =>
  `${pattern} takes too long to search some errors, so they get no reason from it.`;

/** A link of an unknown type. @fact */
export const unknownLinkType = (type: string, url: string) =>
  `Link type "${type}" is unknown, so ${url} is sent as Related.`;

/** A pattern that takes too long. */
export const slowPattern = (pattern: string) =>
  `Option ${pattern} takes too long to search some texts, so they are masked whole (***). Write it without a repetition of repetitions, like (a+)+.`;
