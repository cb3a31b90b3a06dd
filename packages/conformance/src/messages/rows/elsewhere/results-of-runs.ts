import { causedIn, type Elsewhere } from '../../scenario.js';

const GATE = 'packages/cli/test/gate.test.ts';
const IMPORT = 'packages/cli/test/import.test.ts';

/** Messages of the commands that read a run, and of `testpoint import`. */
export const resultsElsewhere: readonly Elsewhere[] = [
  causedIn(
    GATE,
    [
      'gate, summary or export, before the first run',
      'There is no run to read: set `report: true` and run the tests, or name an outbox or a report.',
    ],
    [
      'gate, summary or export, on another path',
      'Nothing can be read: ….',
      undefined,
      { todo: 'Name an outbox, a report folder, or a report in one file' },
    ],
    ['gate, when all rules hold', 'The gate is open: …', 'fact'],
    [
      'gate, without rules',
      'The gate has no rules: set gate: { maxFailed: 0 } in testpoint.config.*, or pass --max-failed 0 to testpoint gate.',
    ],
    [
      'gate, with wrong rules in the settings',
      'The rules are wrong:',
      undefined,
      { todo: 'Correct the option gate, as the lines below the message say' },
    ],
    ['gate, with a wrong count', "error: option '--max-failed <n>' argument '…' is invalid. Give an integer from 0."],
    [
      'gate, with a wrong rate',
      "error: option '--min-pass-rate <rate>' argument '…' is invalid. Give a number from 0 to 1.",
    ],
    [
      'gate, with a wrong rate in the settings',
      'gate.… is ignored: … is not allowed. Give a number from 0 to 1.',
      undefined,
      { pieces: ['is not allowed. Give a number from 0 to 1.'] },
    ],
    [
      'gate --no-new-failures, without a history',
      'The rule noNewFailures needs a history: set reportHistory, or pass --history FILE to testpoint gate.',
    ],
    ['gate --no-new-failures, in the first run', 'There is no earlier run to compare failures with.', 'fact'],
    [
      'gate or summary, with a damaged history',
      "The history can't be read: …",
      undefined,
      { todo: 'Delete the file, or name another one' },
    ],
    [
      'gate, when a known failure has expired',
      'The known failure "…" counts again: it expired on ….',
      undefined,
      { todo: 'Remove it from testpoint.known.json, or set a later day' },
    ],
    [
      'gate or summary, with testpoint.known.json that does not parse',
      '…: it is not valid JSON: …',
      undefined,
      { todo: 'Correct the file' },
    ],
    [
      'gate or summary, with testpoint.known.json that is no list',
      'it is not a list. List objects with test and reason.',
    ],
    ['gate or summary, with a known failure without a reason', '[…].reason is missing. Give a text.'],
    [
      'gate or summary, with a known failure until no day',
      '[…].until is not a day like 2026-12-31.',
      undefined,
      { todo: 'Correct the file' },
    ],
    [
      'gate, summary or exec, when GITHUB_OUTPUT can’t be written',
      'The outputs could not be written to …: …',
      undefined,
      { todo: 'Check that the path can be written to' },
    ],
  ),
  causedIn('packages/cli/test/summary.test.ts', [
    'summary --out, when the place can’t be written to',
    'The summary could not be written to …: …',
    undefined,
    { todo: 'Name another file with --out' },
  ]),
  causedIn(
    'packages/cli/test/export.test.ts',
    ['export, when the format can’t hold everything', "The format … can't hold everything: ….", 'fact'],
    ['export --format allure --out -', 'Allure results are a folder: name it with --out.'],
    [
      'export, into a folder with files',
      'Nothing is exported to …: there are files already. Remove them, or name another place.',
      undefined,
      { pieces: ['Nothing is exported to …: ….', 'there are files already. Remove them, or name another place'] },
    ],
  ),
  causedIn(
    'packages/cli/test/report.test.ts',
    [
      'report, when a declared rerun passed',
      '…; … failed, passed on rerun; …',
      'fact',
      { pieces: ['… failed, passed on rerun'] },
    ],
    [
      'report, when a later run passed',
      '…; … failed, passed on a later run',
      'fact',
      { pieces: ['… failed, passed on a later run'] },
    ],
  ),
  causedIn('packages/core/test/report-process.test.ts', [
    'report, when two sessions with the same tests overlap',
    '… ran in several sessions at the same time, and nothing tells these sessions apart: set TMS_ENVIRONMENT in each, such as "windows, Node 24".',
  ]),
  causedIn('packages/core/test/report-merge.test.ts', [
    'report, on a report of an older version',
    '… is a report in format …, and this version knows only format …: run the tests again',
    undefined,
    { pieces: ['run the tests again'] },
  ]),
  causedIn(
    IMPORT,
    ['import, on a path that does not exist', 'There is no file or folder …: pass the files that other tools wrote.'],
    [
      'import, on a folder without results',
      "There is nothing to import in …: pass files or folders with JUnit XML, CTRF, Allure results, or Playwright's JSON.",
    ],
    ['import, on a device or pipe', '… is no file and no folder: pass a file.'],
    [
      'import, on an empty file',
      '… is empty: its tool wrote nothing, or is still running.',
      undefined,
      { todo: 'Wait for the tool, then import the file' },
    ],
    [
      'import, on another format',
      '… has no format that is known here. Testpoint imports JUnit XML, CTRF, Allure results, and the JSON of Playwright’s reporter "json".',
      undefined,
      {
        todo: 'Let the tool write one of these formats',
        pieces: [
          '… has no format that is known here. ….',
          'Testpoint imports JUnit XML, CTRF, Allure results, and the JSON of Playwright’s reporter "json"',
        ],
      },
    ],
    [
      'import, on a damaged file',
      '… is damaged: …. Imported before it: ….',
      undefined,
      {
        todo: 'Let the tool write the file again, then import it',
        pieces: [
          '… is damaged: …. Imported before it: ….',
          'it is not an object',
          'it is not JSON',
          'it ends too early',
        ],
      },
    ],
    ['import, a file again', '… was imported already, on …, and is left out.', 'fact'],
    ['import, two equal files', '… has the content of …, and is left out.', 'fact'],
    [
      'import, if the list of imported files can’t be written',
      "The next import takes … again, because this can't be noted: ….",
      'fact',
    ],
    ['import, files again', 'To import files again, pass --again.'],
    ['import, only files that were imported before', 'Nothing new to import.', 'fact'],
    [
      'import --map, with a name that no test has',
      'No test has the name that --map changes in ….',
      undefined,
      { todo: 'Check the name in the map' },
    ],
    ['import --map, with a file that does not parse', "… can't be read (…): give --map a JSON file."],
    [
      'import --map, with a file that is no map',
      '… is no map of names, it is not an object: give an object with …, each { "name": "new name" }.',
      undefined,
      {
        pieces: [
          '… is no map of names, …: give an object with …, each { "name": "new name" }.',
          'it is not an object',
          'it has no use for "…"',
          '"…" in "…" is not a text',
        ],
      },
    ],
    [
      'import, without a key or a report',
      'Nothing is imported while reporting is off: set TMS_URL and TMS_SECRET_KEY, or report: true for a report without a service.',
    ],
  ),
];
