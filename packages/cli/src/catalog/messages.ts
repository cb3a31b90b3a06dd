// Messages: Commands
import { counted } from '@testpoint/report';

/** catalog, below its list. */
export const whatToDoWithIds = [
  'Create an autotest for each external id in the service, and link it to its test case there.',
  'testCase(101) or @tc:101 in a test does not link it: it puts test case 101 into new runs. For these, --test-points writes a file.',
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

/** catalog, if folders below have one. @fact */
export const catalogsThere = (folders: string) => `Tests of ${folders}`;

/** catalog --test-points. @fact */
export const wroteTestPoints = (points: number, file: string, added: number, gone: number) =>
  `${file}: ${counted(points, 'test point')}, ${added} new, ${gone} gone. Commit it: testpoint run create --test-points ${file} creates runs with them.`;

/** catalog --test-points, when no test names a test case. */
export const noTestCases =
  'No test names a test case, so there are no test points. Call testCase(101) in tests, or tag them with @tc:101, run all of them, and then testpoint catalog again.';

/** catalog --test-points, for tests without a test case. They follow. */
export const withoutTestCase = (tests: number) =>
  `${counted(tests, 'test')} ${tests === 1 ? 'names' : 'name'} no test case, so runs with these test points don't take ${tests === 1 ? 'its result' : 'their results'}:`;

/** catalog --test-points, below the tests without a test case. @fact */
export const moreTests = (more: number) => `and ${more} more: testpoint catalog lists all`;

/** catalog --test-points, when the configuration of the tests is not known. */
export const noConfiguration =
  'A test point is a test case with a configuration. Set TMS_CONFIGURATION_GLOBAL_ID, or the option configurationGlobalId in testpoint.config.*.';

/** catalog --test-points, when a project's configuration has no global id. */
export const noGlobalId = (project: string) =>
  `A test point is a test case with a configuration. Set globalId for the project ${project} in the option configurations.`;

/** catalog --test-points, when the file can't be written. @fact */
export const testPointsNotWritten = (file: string, why: string) => `${file} can't be written: ${why}`;
