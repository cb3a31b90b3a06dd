import { fact, type Messages } from '../../scenario.js';

export const commandsElsewhere: Messages = {
  'flush, while the suite may still run': fact(
    'While its suite may still be running, a session is kept and its run stays open. If the suite is over, run: npx testpoint flush --force',
  ),
  'flush, while the suite may still run: which process that is': fact(
    'its suite may still be running: process … on …, last sign of life … ago',
  ),
  'flush, on a journal that something else wrote into': [
    '… of the journal can’t be read: the journal was damaged after it was written. All others are',
    'delivered or still waiting. Restore the session’s folder from a copy, or discard the damaged lines with --drop-unreadable.',
  ].join('\n'),
  'flush, when a gigabyte or more is left': fact(
    '… in …. Undelivered results are never deleted: delete the folders of sessions that you no longer need.',
  ),
  'flush, while another process delivers the session': {
    says: 'process … on … is delivering it, but may be suspended: last sign of life … ago',
    todo: 'Wait until that process ends, then flush again.',
  },
  'flush, when it takes long': fact('… results delivered so far'),
  'an attachment in browser mode that Vite may not serve': fact(
    'Vite may not serve …',
    'Vite may not serve … (server.fs)',
  ),
  'exec, with a folder as the command': fact("Testpoint: the command can't be run: … is a folder"),
  'exec, with a script whose interpreter is not installed': {
    says: "Testpoint: the command can't be run: the program that … names in its first line (#!) does not exist",
    todo: 'Install it, or correct the line',
  },
  'exec, in a working folder that was deleted': fact(
    'Testpoint: the working folder was deleted, so exec only runs the command.',
    '--gate, --rerun and --only need results, and the working folder was deleted.',
  ),
  'doctor, when the clock is right': fact('agrees with the service'),
  'doctor, when the clock is wrong': fact(
    "this machine's clock is … s behind the service's, so results show wrong times: synchronize it (NTP)",
  ),
  'doctor, when Node is too old': fact('… is too old: use Node … or newer'),
  'doctor, when some of Testpoint’s lines are missing in the configuration': {
    says: "… lacks Testpoint's lines",
    todo: 'Run testpoint init.',
  },
  'doctor, when Testpoint’s lines are in the configuration': fact('the reporter is in the configuration of …'),
  'doctor, when the reporter is missing': '… is not among the reporters of …: run testpoint init',
  'doctor, when the reporter is for another framework':
    '@testpoint/jest is a reporter of Vitest, but works with Jest only: remove it',
  'doctor, when the reporter is listed twice': '@testpoint/jest is listed twice in the configuration of Jest: keep one',
  'doctor, when the setup file is under another key':
    '@testpoint/jest/setup is in setupFiles, where it has no effect: move it to setupFilesAfterEnv',
  'doctor, when the setup file is missing': fact(
    '…/setup is not in … of …, so hooks, steps and attachments are not recorded',
  ),
  'init and doctor, when a script runs the tests by another program than the framework': fact(
    "… may run it with another configuration: if no results appear, add Testpoint's lines to that one",
  ),
  'doctor, when turbo.json names none of our variables':
    'Turborepo passes no TMS_… variables to tasks: add "globalPassThroughEnv": ["TMS_*"] to turbo.json',
  'doctor, when a configuration fails': fact(
    "…'s configuration can't be loaded: …",
    'its process ended without a result',
  ),
  'doctor, when a configuration loads slowly, or hangs': fact('takes longer than … s to load'),
  'doctor, for options that Mocha 10 and 11 can’t read':
    'Mocha … can\'t read an object as option reporterOptions: write "reporter-option": ["console=dot"]',
  'doctor, for a folder without a suite': {
    says: 'there is no Playwright, Jest, Vitest or Mocha in …: pass one of these with --root: …',
    pieces: ['pass the suite’s folder with --root'],
  },
  'doctor, at the root of a workspace whose packages have suites, too': fact(
    'these have suites of their own, check each with --root: …',
  ),
  'doctor, when everything is right': fact('Ready: the report goes to …', 'results go to … at …'),
  'doctor, when the report’s folder contains other files':
    '… contains other files, so no report is written there: choose another folder (TMS_REPORT)',
  'doctor, when TMS_URL leads to another place':
    'this address answers 404 to everything: check TMS_URL. The service answers at …',
  'doctor, when the service knows no such project': fact(
    'answers, but not for project …',
    '… Check TMS_PROJECT_GLOBAL_ID.',
    'answers, but has no project 1, so the key is not checked: set TMS_PROJECT_GLOBAL_ID',
  ),
  'doctor, outside of a project': fact(
    'there is no package.json in …, so the suite is not checked: pass its folder with --root',
  ),
  'the service takes more than a second': fact('Waiting for the service'),
  'a run that is already started, stopped or completed': fact('The run was already in that state.'),
  'the output of a command goes to a full disk': {
    says: 'Could not write to standard output: …',
    todo: 'Free some space on the disk.',
  },
  'catalog --diff, on a file without ids':
    'older has no external ids: name an older catalog, or a list of external ids.',
  'catalog --diff, on a missing file': "nowhere can't be read (…): name an older catalog, or a list of external ids.",
  'catalog --diff': fact('…, … gone, … probably renamed'),
  serve: fact(
    'Serving the results of … at …\nRun your tests in another terminal: they report here without any setting. Press Ctrl+C to stop.',
    'Runs on this machine',
    '(valid once, for a minute)',
  ),
  'doctor, while `testpoint serve` runs': fact('answers in … ms, and has proved to be the server of `testpoint serve`'),
  'serve, while another one runs in the folder': fact('A server is running for this folder already, at …'),
  'serve --fresh, while another one runs in the folder': {
    says: 'A server is running for this folder at …. Stop it first.',
    todo: 'Press Ctrl+C in its terminal, then run this command again.',
  },
  'serve, with a wrong port':
    "error: option '--port <number>' argument '…' is invalid. Give a number from 0 to 65535; 0 picks a free one.",
  'serve, without the server’s package':
    'serve needs the package @testpoint/reference-server: npm install --save-dev @testpoint/reference-server',
  'a suite, when another server answers at the address of `testpoint serve`':
    '… is not the server that `testpoint serve` started, so nothing was sent to it. Start `npx testpoint serve` again.',
  'flush, on results for `testpoint serve`':
    'its results are for `testpoint serve`, which is not running: start `npx testpoint serve`, then flush again',
  'flush, on results for a service, while `testpoint serve` runs':
    'its results are for a service: set TMS_URL and TMS_SECRET_KEY',
  'flush, on results for `testpoint serve`, after --fresh':
    'its results are for another database of `testpoint serve`. If that was deleted (--fresh), delete this session, too',
  'exec --gate, if nothing reported': '✗ The gate is closed: no suite has reported anything. Check the command.',
  'exec --gate, without results':
    'A gate needs results. Set TMS_REPORT=true: exec does not see the options of a reporter.',
  'exec --gate, if only allowed tests failed, but another program may have failed, too': fact(
    'The exit code stays …: "…" may run other programs, and what follows a failed one never starts.',
  ),
  'exec --gate, if a file can’t be loaded': fact('The exit code stays …: there were errors outside of tests in ….'),
  'exec --gate, with coverage thresholds, or if something failed after the tests': fact(
    'The exit code stays …: … may have failed the run, too.',
  ),
  'exec --gate, if the command fails and no test does': fact(
    'The exit code stays …: no test failed, so something else did.',
  ),
  'exec --gate, if the suite was killed': fact('The exit code stays …: the suite in … did not end by itself.'),
  'a suite, or exec --rerun, if the page of the job can’t be written': fact('No summary on the page of the job: …'),
  'exec --only failed, after a run without failures': fact(
    'Testpoint: nothing to run: no test failed or was blocked in the last run.',
  ),
  'exec --only failed, when a selected test is gone': {
    says: '… did not turn up. Check whether … renamed or deleted:',
    todo: 'Look for the tests below the message in the suite',
  },
  'exec --from, without --only': '--from selects tests: pass --only failed, too.',
  'exec --only failed --from, with a folder that contains nothing': {
    says: "Can't select tests with --from: …nowhere does not exist.",
    todo: 'Pass an outbox or a report',
    pieces: ["Can't select tests with --from. …"],
  },
  'exec --only failed --from, without a key or a report':
    'Tests can be selected only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
  'exec --only failed, before the first run': fact(
    'There is no last run in …: run the tests first (without a service, set report: true), or pass --from.',
  ),
  'exec --rerun, before each round': fact('Testpoint: … to run again (… of …)'),
  'exec --rerun, after the last round': fact('Testpoint: … passed on a rerun'),
  'exec --rerun, after the last round, if tests failed again': fact('Testpoint: … did not pass on a rerun'),
  'exec --rerun, at the end of a suite': fact('Failed tests that exec runs again: …'),
  'exec --rerun, at the end of the last round, or of a suite that was interrupted': fact(
    'Results that exec delivers: …',
  ),
  'exec --rerun, when all tests passed on a rerun and something else failed': fact(
    'Testpoint: the exit code stays that of the first round, because the last one failed without a failed test.',
  ),
  'exec --rerun, below that': fact('  Coverage thresholds, for example, count only the tests that ran again.'),
  'exec --rerun, with a wrong number': 'Give --rerun a whole number, such as 2.',
  'exec --rerun, without a key or a report':
    'Failed tests can run again only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
  'a hook that failed, and whose tests passed on a rerun': fact('…, and passed on a rerun: …'),
  'exec, when the service is slow': {
    says: 'Testpoint: the service did not … within … s',
    todo: 'The command runs anyway. Its results go into the run once it exists.',
  },
};
