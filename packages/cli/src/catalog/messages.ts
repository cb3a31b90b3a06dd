// Messages: Commands

/** catalog, below its list. */
export const whatToDoWithIds = [
  'Create an autotest for each external id in the service, and link it to its test case there.',
  "testCase(101) in a test does not link it: with testPoints: 'from-tests', it adds test case 101 to the run that is created.",
].join('\n');

/** catalog, before the first run. */
export const noCatalog = (path: string) =>
  `There is no catalog at ${path}: run the suite with reporting on, or pass the folder of the outbox.`;

/** catalog, when its file is no file. @fact */
export const unreadableCatalog = (why: string) => `The catalog can't be read: ${why}.`;

const NAME_ANOTHER = 'name an older catalog, or a list of external ids.';

/** catalog --diff, on a missing file. */
export const unreadableIds = (file: string, why: string) => `${file} can't be read (${why}): ${NAME_ANOTHER}`;

/** catalog --diff, on a file without ids. */
export const noIds = (file: string) => `${file} has no external ids: ${NAME_ANOTHER}`;

/** catalog, if only folders below have one. @fact */
export const catalogsThere = (paths: string) => `Listed in ${paths}`;
