import { asRow, type Elsewhere, type ShortRow } from '../scenario.js';

function causedIn(test: string, ...rows: ShortRow[]): Elsewhere {
  return { test, rows: rows.map(asRow) };
}

/** Reasons why an attachment of a result is missing. */
const MISSING = [
  'its copy is gone',
  'it could not be read',
  'the file system refuses it',
  'there is no outbox',
  "it can't be read (…)",
  'it was not uploaded',
  'it was not kept',
  'it is not in the outbox',
  'it is not a file',
  'it became shorter while it was being read',
  'there is no room left in the outbox',
  '… is not the name of an outbox file',
  '… is not a plain file',
  '… is not in the outbox',
  "… is not the name of a report's attachment",
  '… is not in the report',
  'it was missing in an earlier report',
  "The attachment “…” can't be read: ….",
  'The service does not take attachments at this address (HTTP 404): check the url (TMS_URL).',
  "Testpoint's code for attachments can't be loaded. Is the package being reinstalled?",
];

export const deliveryElsewhere: readonly Elsewhere[] = [
  causedIn(
    'packages/core/test/session-places.test.ts',
    [
      'the disk is full',
      'Writing to the outbox failed (EFBIG: file too large, write), so the rest was delivered from memory',
      'fact',
      { todo: 'Free some space, or set outboxDir (TMS_OUTBOX_DIR) to another disk.' },
    ],
    [
      'neither the disk nor the service takes results',
      '… results lost: neither the disk nor the service accepted them',
      'fact',
      { todo: 'Free some space on the disk, and run the suite again.' },
    ],
  ),
  causedIn(
    'packages/core/test/session-surroundings.test.ts',
    [
      'something deletes .testpoint while the suite runs',
      '… The outbox was deleted while the suite ran: attachments in it may be missing',
      'fact',
      { todo: 'Delete it before the suite starts, not while it runs.' },
    ],
    [
      'something deletes .testpoint while the suite runs, and the service can’t be reached',
      '… The outbox was deleted while the suite ran: undelivered results were put back, without their attachments',
      'fact',
      { todo: 'Deliver them with npx testpoint flush.' },
    ],
  ),
  causedIn('packages/core/test/no-thread.test.ts', [
    'threads are not allowed, the package is incomplete, or ulimit -v is below 1.8 GiB',
    '3 results not delivered: the delivery thread could not start (…)',
    'fact',
    {
      todo: 'Deliver with npx testpoint flush. If @testpoint/core is in an archive, unpack it; raise ulimit -v.',
      pieces: [
        'the delivery thread could not start (…)',
        'it needs 1 GiB of address space, and ulimit -v leaves … GiB',
        'it did not respond',
        'it ended on its own',
      ],
    },
  ]),
  causedIn('packages/core/test/session-damage.test.ts', [
    'something else wrote into .testpoint',
    "… … of the journal can't be read: the journal was damaged after it was written\nThe session is kept in …. Restore it from a copy and flush it, or discard these lines:\nnpx testpoint flush … --drop-unreadable",
    'fact',
  ]),
  causedIn('packages/core/test/session-outbox.test.ts', [
    'a gigabyte or more is waiting',
    '… is waiting in … (… GiB): undelivered results are never deleted.\nDeliver with npx testpoint flush …, or delete the folders of sessions that you no longer need.',
  ]),
  causedIn(
    'packages/core/src/session/summary/summary.test.ts',
    [
      'something deletes .testpoint while the suite runs, and the results can’t be put back',
      'The outbox was deleted while the suite ran, so they are lost.',
      'fact',
      { todo: 'Run the suite again.' },
    ],
    [
      'the service is reachable, but does not work',
      '2 results not delivered: the service does not answer',
      'fact',
      {
        todo: 'Check the service, and deliver with npx testpoint flush.',
        pieces: [
          'the service does not answer',
          'the service accepts nothing',
          'the delivery thread ended early',
          'process … on … is delivering the session',
        ],
      },
    ],
  ),
  causedIn('packages/core/src/delivery/results/body-edits.test.ts', [
    'an attachment is missing; this line is in the result’s message',
    'Attachment missing: 0.txt: it is gone',
    'fact',
    { todo: 'Keep the file until the run is over.', pieces: MISSING },
  ]),
  causedIn('packages/core/test/flush-damage.test.ts', [
    'flush, on a damaged journal or one from another version',
    '… does not start with a session that this version can read. If a newer version wrote it, flush with that version. To discard it, delete its folder',
    'fact',
    { pieces: ['… is not a plain file', '… is not a plain folder', '… was truncated while it was being read'] },
  ]),
  causedIn('packages/core/test/flush-answers.test.ts', [
    'a run id that is not a GUID',
    "… is not a run's id: it must be a GUID. Nothing was sent.",
    'fact',
    { todo: 'Write testRunId (TMS_TEST_RUN_ID) as the service shows it.' },
  ]),
  causedIn(
    'packages/core/test/service-proxy.test.ts',
    [
      'the service, or a proxy, is slow',
      'No complete answer within … ms…: check the service and the network, or raise requestTimeout (TMS_REQUEST_TIMEOUT).',
      undefined,
      { todo: 'Testpoint tries again.' },
    ],
    [
      'the proxy does not answer',
      'No connection to the proxy … from HTTP_PROXY (…): start it, correct …, or bypass it with NO_PROXY.',
      'fact',
      { pieces: ['No connection to the proxy … from … (…): start it, correct …, or bypass it with NO_PROXY.'] },
    ],
  ),
  causedIn(
    'packages/core/test/service-faults.test.ts',
    [
      'the service’s certificate has expired',
      "The service's certificate has expired (CERT_HAS_EXPIRED): renew it at the url of the service, or correct the clock of this machine.",
      undefined,
      {
        pieces: [
          'is not valid yet (CERT_NOT_YET_VALID): correct the clock of this machine',
          'belongs to another host (ERR_TLS_CERT_ALTNAME_INVALID): correct the host in the url (TMS_URL)',
          'is not trusted here (…): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it',
        ],
      },
    ],
    [
      'the address begins with https, and the service speaks http',
      'No connection to the service (it does not speak TLS): write http:// in the url (TMS_URL), or correct its port.',
      undefined,
      { pieces: ['No connection to the service… (…): ….', 'it does not speak HTTP'] },
    ],
    [
      'the address begins with http, and the service speaks https',
      'No connection to the service (…): check the url (https:// if the service speaks TLS) and the network.',
    ],
  ),
  causedIn('packages/core/test/security.test.ts', [
    'the service’s certificate is signed by your own authority',
    "The service's certificate is not trusted here (…): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it.",
    'fact',
  ]),
  causedIn('scripts/starters/not-reporting.starters.ts', [
    'the framework is too old for the reporter',
    'Testpoint: not reporting: … … is too old. @testpoint/… works with … … and newer.',
    'fact',
    { todo: 'Update the framework.' },
  ]),
];

export const frameworksElsewhere: readonly Elsewhere[] = [
  causedIn('packages/jest/test/stops.test.ts', [
    'Jest’s option bail',
    '1 test file was not run. Jest stopped after a failure (bail).',
    'fact',
    { pieces: ['… not run. Jest stopped after a failure (bail).'] },
  ]),
  causedIn('packages/mocha/test/ends.test.ts', [
    'a test ends the process in the middle of the run',
    '1 test file was not run. The process exited before the run ended.',
    'fact',
    { pieces: ['The run was interrupted (…)'] },
  ]),
  causedIn('packages/vitest/test/stops.test.ts', [
    'a worker of Vitest dies',
    '1 test file was not run. Vitest ended the run before.',
    'fact',
  ]),
  causedIn(
    'packages/vitest/test/loading.test.ts',
    [
      'a Vite plugin fails on our setup file',
      'Tests have no hooks, steps or attachments in their results: Vite could not process … (…). Make your Vite plugins ignore this file.',
      'fact',
      {
        pieces: [
          '… have no hooks, steps or attachments in their results: Vite could not process … (…). Make your Vite plugins ignore this file.',
        ],
      },
    ],
    [
      'the setup file fails in Vitest',
      'Hooks, steps and attachments are missing where the setup file failed: …',
      'fact',
      { todo: 'Results arrive without them. Fix the error after the colon.' },
    ],
  ),
  causedIn(
    'packages/vitest/test/rows.test.ts',
    ['Vitest’s globalSetup throws', 'No test file ran: the global setup failed.', 'fact', { todo: 'Correct it.' }],
    [
      'Vitest’s option bail',
      '1 test file was not run. The run was stopped after a failure (bail).',
      'fact',
      { pieces: ['… not run. The run was stopped after a failure (bail).'] },
    ],
  ),
  causedIn('packages/mocha/test/console.test.ts', [
    'option console names a module that is not a Mocha reporter',
    'Option console: … is not a Mocha reporter, so spec is used instead',
    'fact',
    { todo: 'Name one of Mocha’s reporters, or the path of one.' },
  ]),
  causedIn(
    'packages/mocha/test/ends.test.ts',
    [
      'something that a test started throws after the last test',
      'Testpoint: An error after the last test ends the process: …',
      'fact',
      { todo: 'Await everything that the test starts.' },
    ],
    ['Mocha’s mochaGlobalSetup throws', 'The global setup failed', 'fact', { todo: 'Correct it.' }],
    ['Mocha’s mochaGlobalTeardown throws', 'The global teardown failed', 'fact', { todo: 'Correct it.' }],
    ['Mocha’s --forbid-only, or a selection that matches nothing', 'No tests were run', 'fact'],
  ),
  causedIn('packages/mocha/test/corrections.test.ts', [
    'Mocha fails a test after it has passed, for example because done() was called again',
    'The result of … was corrected: … when the test ended, … later',
    'fact',
    { todo: 'Let the test end only once, after everything that it started has finished.' },
  ]),
];

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
  causedIn(
    'packages/conformance/test/selection.test.ts',
    [
      'exec --only failed, after a run without failures',
      'Testpoint: nothing to run: no test failed or was blocked in the last run.',
      'fact',
    ],
    [
      'exec --only failed, when a selected test is gone',
      '1 selected test did not turn up. Check whether it was renamed or deleted:',
      'fact',
      {
        todo: 'Look for the tests below the message in the suite',
        pieces: ['… did not turn up. Check whether … renamed or deleted:', 'they were', 'it was'],
      },
    ],
    ['exec --from, without --only', '--from selects tests: pass --only failed, too.'],
    [
      'exec --only failed --from, with a folder that contains nothing',
      "Can't select tests with --from: …nowhere does not exist.",
      undefined,
      { pieces: ["Can't select tests with --from: ….", "Can't select tests with --from. …"] },
    ],
    [
      'exec --only failed --from, without a key or a report',
      'Tests can be selected only if results are recorded: set report: true.',
    ],
    [
      'exec --only failed, before the first run',
      'There is no last run in …: run the tests first (without a service, set report: true), or pass --from.',
      'fact',
      {
        pieces: [
          'There is no last run in …',
          '…: run the tests first (without a service, set report: true), or pass --from.',
        ],
      },
    ],
  ),
  causedIn(
    'packages/conformance/test/reruns.test.ts',
    [
      'exec --rerun, before each round',
      'Testpoint: 2 failed tests to run again (1 of 2)',
      'fact',
      { pieces: ['Testpoint: … to run again (… of …)', 'failed test'] },
    ],
    [
      'exec --rerun, after the last round',
      'Testpoint: 2 failed tests passed on a rerun',
      'fact',
      { pieces: ['Testpoint: … passed on a rerun'] },
    ],
    ['exec --rerun, with a wrong number', 'Give --rerun a whole number, such as 2.'],
    [
      'exec --rerun, without a key or a report',
      'Failed tests can run again only if results are recorded: set report: true.',
    ],
  ),
  causedIn('packages/cli/test/exec-ends.test.ts', [
    'exec, when the service is slow',
    'Testpoint: the service did not create the run within 4.5 s',
    'fact',
    {
      todo: 'The command runs anyway. Its results go into the run once it exists.',
      pieces: ['Testpoint: the service did not … within … s'],
    },
  ]),
];
