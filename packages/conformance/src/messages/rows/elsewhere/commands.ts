import { causedIn, type Elsewhere } from '../../scenario.js';

export const commandsElsewhere: readonly Elsewhere[] = [
  causedIn(
    'packages/cli/test/flush.test.ts',
    [
      'flush, while the suite may still run',
      'While its suite may still be running, a session is kept and its run stays open. If the suite is over, run: npx testpoint flush --force',
      'fact',
    ],
    [
      'flush, while the suite may still run: which process that is',
      'its suite may still be running: process … on …, last sign of life … ago',
      'fact',
    ],
    [
      'flush, on a journal that something else wrote into',
      '… of the journal can’t be read: the journal was damaged after it was written. All others are\ndelivered or still waiting. Restore the session’s folder from a copy, or discard the damaged lines with --drop-unreadable.',
    ],
    [
      'flush, when a gigabyte or more is left',
      '… in …. Undelivered results are never deleted: delete the folders of sessions that you no longer need.',
      'fact',
    ],
  ),
  causedIn('packages/core/test/holders.test.ts', [
    'flush, while another process delivers the session',
    'process … on … is delivering it, but may be suspended: last sign of life … ago',
    'fact',
    { todo: 'Wait until that process ends, then flush again.' },
  ]),
  causedIn('packages/cli/src/flush-progress.test.ts', [
    'flush, when it takes long',
    '… results delivered so far',
    'fact',
  ]),
  causedIn('packages/cli/test/report.test.ts', [
    'report, on a journal that something else wrote into',
    "… of the journal of session … can't be read, so the report is incomplete.",
    'fact',
    {
      todo: 'Restore the session’s folder from a copy.',
    },
  ]),
  causedIn(
    'packages/cli/test/report.test.ts',
    [
      'report, when its place can’t be written to',
      "No report: … can't be written (…): choose another folder (option report, or --out).",
      undefined,
      {
        pieces: [
          "… can't be written (…): …",
          "… can't be written (…): choose another file (--single)",
          '… is not a folder: …',
        ],
      },
    ],
    [
      'report --with-trace-viewer, where Playwright is not installed',
      'No report: Playwright is not installed in …. Install it, or leave out --with-trace-viewer.',
      undefined,
      { pieces: ['Playwright is not installed in …', 'No report: …. Install it, or leave out --with-trace-viewer.'] },
    ],
    [
      'report, on a report with a damaged data file',
      '… of … results is missing from …, so this report is incomplete.',
      'fact',
      {
        todo: 'Copy that report again from where it was made, or make it again from its outbox.',
        pieces: ['… of … results … missing from …, so this report is incomplete.'],
      },
    ],
    [
      'report, on a report from a newer version, or one whose data can’t be read',
      'Results are missing: … is a report in format …, and this version knows only format …: update Testpoint.',
      'fact',
      {
        pieces: [
          'Results are missing: ….',
          '… is a report in format …, and this version knows only format …: update Testpoint',
          '…, or choose another folder (option report, or --out)',
        ],
      },
    ],
  ),
  causedIn('packages/conformance/test/report-shards.test.ts', [
    'report, for a suite that did not end',
    'Session … did not end: it was killed, or is still running.',
    'fact',
  ]),
  causedIn('packages/core/test/report.test.ts', [
    'the file of the history is too long',
    'The history in … is too long, so only its newest runs were read and are kept.',
    'fact',
  ]),
  causedIn(
    'packages/cli/test/report.test.ts',
    ['report --compare', 'Compared with the run of …: …', 'fact'],
    [
      'report --compare, with something else',
      'No other run to compare with: ….',
      undefined,
      {
        todo: 'Name a report, an outbox, or a file of reportHistory with another run',
        pieces: ['… has no other run'],
      },
    ],
  ),
  causedIn('packages/cli/test/report.test.ts', [
    'report, with a mistake in testpoint.known.json',
    'No known failure is set apart: …',
    undefined,
    { todo: 'Correct testpoint.known.json' },
  ]),
  causedIn('packages/core/test/pipes.test.ts', [
    'the file of the history can’t be read',
    "The history in … can't be read (…), so the report shows no earlier runs.",
    'fact',
    { pieces: ['no answer from its disk within … s'] },
  ]),
  causedIn('packages/vitest/test/browser.test.ts', [
    'an attachment in browser mode that Vite may not serve',
    'Vite may not serve …',
    'fact',
    { pieces: ['Vite may not serve … (server.fs)'] },
  ]),
  causedIn(
    'packages/cli/test/doctor-project.test.ts',
    ['doctor, when the clock is right', 'agrees with the service', 'fact'],
    [
      'doctor, when the clock is wrong',
      "this machine's clock is … s behind the service's, so results show wrong times: synchronize it (NTP)",
      'fact',
    ],
    ['doctor, when Node is too old', '… is too old: use Node … or newer', 'fact'],
    [
      'doctor, when some of Testpoint’s lines are missing in the configuration',
      "… lacks Testpoint's lines",
      'fact',
      { todo: 'Run testpoint init.' },
    ],
    ['doctor, when Testpoint’s lines are in the configuration', 'the reporter is in the configuration of …', 'fact'],
    ['doctor, when the reporter is missing', '… is not among the reporters of …: run testpoint init'],
    [
      'doctor, when the reporter is listed twice',
      '@testpoint/jest is listed twice in the configuration of Jest: keep one',
      undefined,
      { pieces: ['… is listed twice in the configuration of …: keep one'] },
    ],
    [
      'doctor, when the setup file is under another key',
      '@testpoint/jest/setup is in setupFiles, where it has no effect: move it to setupFilesAfterEnv',
      undefined,
      { pieces: ['…/setup is in …, where it has no effect: move it to …'] },
    ],
    [
      'doctor, when the setup file is missing',
      '…/setup is not in … of …, so hooks, steps and attachments are not recorded',
      'fact',
    ],
    [
      'doctor, when a configuration fails or hangs',
      "…'s configuration can't be loaded: …",
      'fact',
      { pieces: ['it was not loaded within … s', 'its process ended without a result'] },
    ],
    [
      'doctor, for options that Mocha 10 and 11 can’t read',
      'Mocha … can\'t read an object as option reporterOptions: write "reporter-option": ["console=dot"]',
    ],
    [
      'doctor, for a folder without a suite',
      'there is no Playwright, Jest, Vitest or Mocha in …: pass one of these with --root: …',
      undefined,
      {
        pieces: [
          'there is no Playwright, Jest, Vitest or Mocha in …: …',
          'pass the suite’s folder with --root',
          'pass one of these with --root: …',
        ],
      },
    ],
    [
      'doctor, at the root of a workspace whose packages have suites, too',
      'these have suites of their own, check each with --root: …',
      'fact',
    ],
    [
      'doctor, when everything is right',
      'Ready: the report goes to …',
      'fact',
      { pieces: ['results go to … at …', 'the report goes to …'] },
    ],
    [
      'doctor, when the report’s folder contains other files',
      '… contains other files, so no report is written there: choose another folder (TMS_REPORT)',
    ],
  ),
  causedIn(
    'packages/cli/test/doctor.test.ts',
    [
      'doctor, when TMS_URL leads to another place',
      'this address answers 404 to everything: check TMS_URL. The service answers at …',
      undefined,
      { pieces: ['this address answers 404 to everything: check TMS_URL…', '. The service answers at …'] },
    ],
    [
      'doctor, when the service knows no such project',
      'answers, but not for project …',
      'fact',
      {
        pieces: [
          '… Check TMS_PROJECT_GLOBAL_ID.',
          'answers, but has no project 1, so the key is not checked: set TMS_PROJECT_GLOBAL_ID',
        ],
      },
    ],
    [
      'doctor, outside of a project',
      'there is no package.json in …, so the suite is not checked: pass its folder with --root',
      'fact',
    ],
  ),
  causedIn('packages/cli/test/terminal.test.ts', [
    'the service takes more than a second',
    'Waiting for the service',
    'fact',
  ]),
  causedIn('packages/cli/test/run.test.ts', [
    'a run that is already started, stopped or completed',
    'The run was already in that state.',
    'fact',
  ]),
  causedIn('packages/cli/test/output.test.ts', [
    'the output of a command goes to a full disk',
    'Could not write to standard output: …',
    'fact',
    { todo: 'Free some space on the disk.' },
  ]),
];
