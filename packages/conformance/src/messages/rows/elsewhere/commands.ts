import { type Elsewhere, fact } from '../../scenario.js';

export const commandsElsewhere: Elsewhere = {
  'packages/cli/test/flush.test.ts': {
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
  },
  'packages/core/test/holders.test.ts': {
    'flush, while another process delivers the session': {
      says: 'process … on … is delivering it, but may be suspended: last sign of life … ago',
      todo: 'Wait until that process ends, then flush again.',
    },
  },
  'packages/cli/src/flush-progress.test.ts': {
    'flush, when it takes long': fact('… results delivered so far'),
  },
  'packages/vitest/test/browser.test.ts': {
    'an attachment in browser mode that Vite may not serve': fact(
      'Vite may not serve …',
      'Vite may not serve … (server.fs)',
    ),
  },
  'packages/cli/test/doctor-project.test.ts': {
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
    'doctor, when the reporter is listed twice':
      '@testpoint/jest is listed twice in the configuration of Jest: keep one',
    'doctor, when the setup file is under another key':
      '@testpoint/jest/setup is in setupFiles, where it has no effect: move it to setupFilesAfterEnv',
    'doctor, when the setup file is missing': fact(
      '…/setup is not in … of …, so hooks, steps and attachments are not recorded',
    ),
    'doctor, when a configuration fails or hangs': fact(
      "…'s configuration can't be loaded: …",
      'it was not loaded within … s',
      'its process ended without a result',
    ),
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
  },
  'packages/cli/test/doctor.test.ts': {
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
  },
  'packages/cli/test/terminal.test.ts': {
    'the service takes more than a second': fact('Waiting for the service'),
  },
  'packages/cli/test/run.test.ts': {
    'a run that is already started, stopped or completed': fact('The run was already in that state.'),
  },
  'packages/cli/test/output.test.ts': {
    'the output of a command goes to a full disk': {
      says: 'Could not write to standard output: …',
      todo: 'Free some space on the disk.',
    },
  },
  'packages/cli/test/catalog.test.ts': {
    'catalog --diff, on a file without ids':
      'older has no external ids: name an older catalog, or a list of external ids.',
    'catalog --diff, on a missing file': "nowhere can't be read (…): name an older catalog, or a list of external ids.",
    'catalog --diff': fact('…, … gone, … probably renamed'),
  },
  'packages/cli/test/serve.test.ts': {
    serve: fact(
      'Serving the results of … at …\nRun your tests in another terminal: they report here without any setting. Press Ctrl+C to stop.',
      'Runs on this machine',
      '(valid once, for a minute)',
    ),
    'doctor, while `testpoint serve` runs': fact(
      'answers in … ms, and has proved to be the server of `testpoint serve`',
    ),
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
  },
};
