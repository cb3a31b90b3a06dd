// Messages: Commands
import { counted } from '@testpoint/report';

/** import, on a path that does not exist. */
export const nothingAt = (path: string) => `There is no file or folder ${path}: pass the files that other tools wrote.`;

/** import, on a device or pipe. */
export const noPlainFile = (path: string) => `${path} is no file and no folder: pass a file.`;

/** import, on a folder without results. */
export const nothingToImport = (paths: readonly string[], formats: string) =>
  `There is nothing to import in ${paths.join(', ')}: pass files or folders with one of these formats: ${formats}.`;

/**
 * import, on an empty file.
 *
 * Wait for the tool, then import the file.
 */
export const emptyFile = (path: string) => `${path} is ${isEmpty}.`;

/** import, on an empty file: in the report. @fact */
export const isEmpty = 'empty: its tool wrote nothing, or is still running';

/**
 * import, on another format.
 *
 * Let the tool write one of these formats.
 */
export const unknownFormat = (path: string, formats: string) =>
  `${path} has no format that is known here. Testpoint imports ${formats}.`;

/** import, only files that were imported before. @fact */
export const nothingNew = 'Nothing new to import.';

/** import, without a key or a report. */
export const notImported =
  'Nothing is imported while reporting is off: set TMS_URL and TMS_SECRET_KEY, or report: true for a report without a service.';

/** import, two equal files. @fact */
export const sameContent = (path: string, other: string) => `${path} has the content of ${other}, and is left out.`;

/** import, a file again. @fact */
export const importedBefore = (path: string, when: string) =>
  `${path} was imported already, on ${when}, and is left out.`;

/** import, files again. */
export const importAgain = 'To import files again, pass --again.';

/** import, if the list of imported files can’t be written. @fact */
export const notNoted = (paths: readonly string[], why: string) =>
  `The next import takes ${paths.join(', ')} again, because this can't be noted: ${why}.`;

/**
 * import, on a damaged file.
 *
 * Let the tool write the file again, then import it.
 */
export const damagedFile = (place: string, why: string, results: number) =>
  `${place} is damaged: ${why}. Imported before it: ${counted(results, 'result')}.`;

/** import, on a damaged file, or --map: what is wrong with it. @fact */
export const DAMAGE = {
  noObject: 'it is not an object',
  noJson: 'it is not JSON',
  noXml: 'it is not XML',
  endsEarly: 'it ends too early',
  tooLarge: 'it is larger than 512 MB: import the results in several files',
};

/** import, on XML that is not JUnit’s. @fact */
export const otherElement = (name: string) => `its first element is <${name}>`;

/** import, on JUnit XML with outputs of suites. @fact */
export const suiteOutput =
  'The output of whole suites in JUnit files is not imported, because it does not say which test wrote it.';

/** import: why the attachment of a result is missing. @fact */
export const MISSING = {
  noFile: 'the file does not exist',
  outside: 'the file is outside the imported paths',
};

/**
 * import --map, with a name that no test has.
 *
 * Check the name in the map.
 */
export const unusedName = (name: string) => `No test has the name that --map changes in ${name}.`;

/** import --map, with a file that does not parse. */
export const unreadableMap = (path: string, why: string) => `${path} can't be read (${why}): give --map a JSON file.`;

/** import --map, with a file that is no map. */
export const wrongMap = (path: string, why: string, tables: readonly string[]) =>
  `${path} is no map of names, ${why}: give an object with ${tables.join(', ')}, each { "name": "new name" }.`;

/** import --map, with an unknown key: why it is no map. @fact */
export const unknownTable = (name: string) => `it has no use for "${name}"`;

/** import --map, with a table that is no object: why it is no map. @fact */
export const tableNoObject = (table: string) => `"${table}" is not an object`;

/** import --map, with a name that is no text: why it is no map. @fact */
export const nameNoText = (name: string, table: string) => `"${name}" in "${table}" is not a text`;

/** import, if it takes longer than two seconds. @fact */
export const importingResults = (folder: string, results: number) =>
  `Importing from ${folder} … ${counted(results, 'result')}`;

/** import, while the results are delivered or the report is made. @fact */
export const recording = 'Recording the results';
