import { fact, type Messages } from '../../scenario.js';

/** Messages of the commands that read a run, and of `testpoint import`. */
export const resultsElsewhere: Messages = {
  'gate, summary or export, before the first run':
    'There is no run to read: set `report: true` and run the tests, or name an outbox or a report.',
  'gate, summary or export, on another path': {
    says: 'Nothing can be read: ….',
    todo: 'Name an outbox, a report folder, or a report in one file',
  },
  'gate, when all rules hold': fact('The gate is open: …'),
  'gate, without rules':
    'The gate has no rules: set gate: { maxFailed: 0 } in testpoint.config.*, or pass --max-failed 0 to testpoint gate.',
  'gate, with wrong rules in the settings': {
    says: 'The rules are wrong:',
    todo: 'Correct the option gate, as the lines below the message say',
  },
  'gate, with a wrong count': "error: option '--max-failed <n>' argument '…' is invalid. Give an integer from 0.",
  'gate, with a wrong rate':
    "error: option '--min-pass-rate <rate>' argument '…' is invalid. Give a number from 0 to 1.",
  'gate, with a wrong rate in the settings': 'gate.… is ignored: … is not allowed. Give a number from 0 to 1.',
  'gate --no-new-failures, without a history':
    'The rule noNewFailures needs a history: set reportHistory, or pass --history FILE to testpoint gate.',
  'gate --no-new-failures, in the first run': fact('There is no earlier run to compare failures with.'),
  'gate or summary, with a damaged history': {
    says: "The history can't be read: …",
    todo: 'Delete the file, or name another one',
  },
  'gate, when a known failure has expired': {
    says: 'The known failure "…" counts again: it expired on ….',
    todo: 'Remove it from testpoint.known.json, or set a later day',
  },
  'gate or summary, with testpoint.known.json that does not parse': {
    says: '…: it is not valid JSON: …',
    todo: 'Correct the file',
  },
  'gate or summary, with testpoint.known.json that is no list': 'it is not a list. List objects with test and reason.',
  'gate or summary, with a known failure without a reason': '[…].reason is missing. Give a text.',
  'gate or summary, with a known failure until no day': {
    says: '[…].until is not a day like 2026-12-31.',
    todo: 'Correct the file',
  },
  'gate, summary or exec, when GITHUB_OUTPUT can’t be written': {
    says: 'The outputs could not be written to …: …',
    todo: 'Check that the path can be written to',
  },
  'report, on a journal that something else wrote into': {
    says: "… of the journal of session … can't be read, so the report is incomplete.",
    todo: 'Restore the session’s folder from a copy.',
  },
  'report, when its place can’t be written to': {
    says: "No report: … can't be written (…): choose another folder (option report, or --out).",
    pieces: ["… can't be written (…): choose another file (--single)", '… is not a folder: …'],
  },
  'report --with-trace-viewer, where Playwright is not installed':
    'No report: Playwright is not installed in …. Install it, or leave out --with-trace-viewer.',
  'report, on a report with a damaged data file': {
    says: '… of … results is missing from …, so this report is incomplete.',
    todo: 'Copy that report again from where it was made, or make it again from its outbox.',
  },
  'report, on a report from a newer version, or one whose data can’t be read': fact(
    'Results are missing: … is a report in format …, and this version knows only format …: update Testpoint.',
    '…, or choose another folder (option report, or --out)',
  ),
  'report --compare': fact('Compared with the run of …: …'),
  'report --compare, with something else': {
    says: 'No other run to compare with: ….',
    todo: 'Name a report, an outbox, or a file of reportHistory with another run',
    pieces: ['… has no other run'],
  },
  'report, with a mistake in testpoint.known.json': {
    says: 'No known failure is set apart: …',
    todo: 'Correct testpoint.known.json',
  },
  'report, when a declared rerun passed': fact('…; … failed, passed on rerun; …'),
  'report, when a later run passed': fact('…; … failed, passed on a later run'),
  'report, for a suite that did not end': fact('Session … did not end: it was killed, or is still running.'),
  'the file of the history is too long': fact(
    'The history in … is too long, so only its newest runs were read and are kept.',
  ),
  'the file of the history can’t be read': fact(
    "The history in … can't be read (…), so the report shows no earlier runs.",
    'no answer from its disk within … s',
  ),
  'summary --out, when the place can’t be written to': {
    says: 'The summary could not be written to …: …',
    todo: 'Name another file with --out',
  },
  'export, when the format can’t hold everything': fact("The format … can't hold everything: …."),
  'export --format allure --out -': 'Allure results are a folder: name it with --out.',
  'export, into a folder with files':
    'Nothing is exported to …: there are files already. Remove them, or name another place.',
  'report, when two sessions with the same tests overlap':
    '… ran in several sessions at the same time, and nothing tells these sessions apart: set TMS_ENVIRONMENT in each, such as "windows, Node 24".',
  'report, on a report of an older version':
    '… is a report in format …, and this version knows only format …: run the tests again',
  'import, on a path that does not exist': 'There is no file or folder …: pass the files that other tools wrote.',
  'import, on a folder without results':
    "There is nothing to import in …: pass files or folders with JUnit XML, CTRF, Allure results, or Playwright's JSON.",
  'import, on a device or pipe': '… is no file and no folder: pass a file.',
  'import, on an empty file': {
    says: '… is empty: its tool wrote nothing, or is still running.',
    todo: 'Wait for the tool, then import the file',
  },
  'import, on another format': {
    says: '… has no format that is known here. Testpoint imports JUnit XML, CTRF, Allure results, and the JSON of Playwright’s reporter "json".',
    todo: 'Let the tool write one of these formats',
  },
  'import, on a damaged file': {
    says: '… is damaged: …. Imported before it: ….',
    todo: 'Let the tool write the file again, then import it',
    pieces: ['it is not an object', 'it is not JSON', 'it ends too early'],
  },
  'import, a file again': fact('… was imported already, on …, and is left out.'),
  'import, two equal files': fact('… has the content of …, and is left out.'),
  'import, if the list of imported files can’t be written': fact(
    "The next import takes … again, because this can't be noted: ….",
  ),
  'import, files again': 'To import files again, pass --again.',
  'import, only files that were imported before': fact('Nothing new to import.'),
  'import --map, with a name that no test has': {
    says: 'No test has the name that --map changes in ….',
    todo: 'Check the name in the map',
  },
  'import --map, with a file that does not parse': "… can't be read (…): give --map a JSON file.",
  'import --map, with a file that is no map': {
    says: '… is no map of names, it is not an object: give an object with …, each { "name": "new name" }.',
    pieces: ['it has no use for "…"', '"…" in "…" is not a text'],
  },
  'import, without a key or a report':
    'Nothing is imported while reporting is off: set TMS_URL and TMS_SECRET_KEY, or report: true for a report without a service.',
};
