import { isAllureFile, isAllureResult, readAllure } from './allure.js';
import { isCtrf, readCtrf } from './ctrf.js';
import { DamagedFile } from './input-failure.js';
import type { Intake } from './intake.js';
import { readJUnit } from './junit.js';
import { DAMAGE } from './messages.js';
import { isPlaywrightJson, readPlaywrightJson } from './playwright-json.js';
import { readJson } from './read-json.js';
import { type JsonObject, objectOf } from './untrusted.js';

type Files = readonly { path: string }[];

/** A format of other tools. */
interface ImportFormat {
  title: string;
  /** Whether a file has it, by its name. */
  isFile?(path: string): boolean;
  /** Names of the first element, in XML. */
  roots?: readonly string[];
  /** Whether parsed JSON is of this format. */
  isContent?(content: JsonObject): boolean;
  /** How its JSON begins, without spaces. */
  beginnings?: readonly string[];
  /** Set if such a beginning is enough: a large file is then read only once. */
  isStreamed?: true;
  /** Set if the files of a folder are read together. */
  isFolder?: true;
  /** @param damaged called for one of several files. @throws DamagedFile for a single one */
  read(files: Files, intake: Intake, damaged: (path: string, why: DamagedFile) => void): Promise<void> | void;
}

/** The formats by name, in the order in which a file is compared with them. */
export const FORMATS = {
  junit: { title: 'JUnit XML', roots: ['testsuites', 'testsuite'], read: ofSingle(readJUnit) },
  ctrf: {
    title: 'CTRF',
    isContent: isCtrf,
    beginnings: ['{"reportFormat":"CTRF"', '{"results":{"tool"'],
    isStreamed: true,
    read: ofSingle(readCtrf),
  },
  allure: {
    title: 'Allure results',
    isFile: isAllureFile,
    isContent: isAllureResult,
    isFolder: true,
    read: readAllure,
  },
  playwright: {
    title: 'Playwright JSON',
    isContent: isPlaywrightJson,
    beginnings: ['{"config":{'],
    read: ofSingle((path, intake) => {
      const content = objectOf(readJson(path));
      if (content === undefined) throw new DamagedFile(DAMAGE.noObject, 1);
      readPlaywrightJson(content, intake);
    }),
  },
} as const satisfies Record<string, ImportFormat>;
export type Format = keyof typeof FORMATS;

/** The same, for loops. */
export const ALL = Object.entries(FORMATS) as readonly [Format, ImportFormat][];
/** What can be imported, for a message. */
export const TITLES = ALL.map(([, { title }]) => title).join(', ');

function ofSingle(read: (path: string, intake: Intake) => Promise<void> | void): ImportFormat['read'] {
  return (files, intake) => read(files[0]?.path ?? '', intake);
}
