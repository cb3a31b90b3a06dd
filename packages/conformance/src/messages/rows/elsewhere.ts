import { asRow, type Elsewhere, type Told } from '../scenario.js';

function causedIn(test: string, ...rows: Told[]): Elsewhere {
  return { test, rows: rows.map(asRow) };
}

/** Why an attachment of a result is missing. */
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
  'it became shorter while it was read',
  'there is no room left in the outbox',
  '… is no name of an outbox file',
  '… is not a plain file',
  '… is not in the outbox',
  "… is no name of a report's attachment",
  '… is not in the report',
  'it was missing in an earlier report',
  "The attachment “…” can't be read: ….",
  'The service has no place for attachments at this address (HTTP 404): check the url (TMS_URL).',
  "Our own code for attachments can't be loaded: is the package being installed anew?",
];

export const deliveryElsewhere: readonly Elsewhere[] = [
  causedIn(
    'packages/core/test/session-places.test.ts',
    [
      'the disk is full',
      'The outbox could not be written to any more (a full disk?): delivered from memory from then on',
      'fact',
      { todo: 'Make room, or set outboxDir (TMS_OUTBOX_DIR) to another disk.' },
    ],
    [
      'neither the disk nor the service takes results',
      '9 results could be kept nowhere, and are lost',
      'fact',
      { todo: 'Make room on the disk, and run the suite again.', pieces: ['… … could be kept nowhere, and are lost'] },
    ],
  ),
  causedIn(
    'packages/core/test/session-surroundings.test.ts',
    [
      'something deletes .testpoint while the suite runs',
      '… The outbox was removed while the suite ran: attachments that were in it may be missing',
      'fact',
      { todo: 'Delete it before the suite, not during it.' },
    ],
    [
      'the same, and the service can’t be reached',
      '… The outbox was removed while the suite ran: what is left was put back, without its attachments',
      'fact',
      { todo: 'Deliver it with npx testpoint flush.' },
    ],
    [
      'the same, and it can’t be put back',
      'The outbox was removed while the suite ran: they are lost with this process.',
      'fact',
      { todo: 'Run the suite again.' },
    ],
  ),
  causedIn('packages/core/test/no-thread.test.ts', [
    'threads are not allowed, or the package is incomplete',
    'No delivery thread can start here (…): another process delivered at the end.',
    'fact',
    {
      todo: 'Nothing is lost. Unpack @testpoint/core where it is in an archive.',
      pieces: [
        'No delivery thread can start here (…): another process … at the end.',
        'it gave no sign',
        'it ended by itself',
      ],
    },
  ]),
  causedIn('packages/core/test/session-damage.test.ts', [
    'something else wrote into .testpoint',
    "2 lines of the journal can't be read: it was damaged after it was written\nThe session is kept in …. Restore it from a copy and flush it, or give these lines up:\nnpx testpoint flush … --drop-unreadable",
    'fact',
    { pieces: ["… … of the journal can't be read: it was damaged after it was written"] },
  ]),
  causedIn('packages/core/test/session-outbox.test.ts', [
    'a gigabyte and more waits',
    '… waits in … (… GiB): nothing is removed before it is delivered.\nDeliver with npx testpoint flush …, or remove the folders of the sessions that you give up.',
  ]),
  causedIn('packages/core/src/session/summary.test.ts', [
    'the service is there, and does not do its work',
    '2 results not delivered: the service does not answer',
    'fact',
    {
      todo: 'See whether the service works, and deliver with npx testpoint flush.',
      pieces: [
        'the service does not answer',
        'the service takes nothing in',
        'the delivery thread ended early',
        'process … on … is delivering the session',
      ],
    },
  ]),
  causedIn('packages/core/src/delivery/results/body-edits.test.ts', [
    'in a result, whose attachment can’t be had',
    'Attachment missing: 0.txt: it is gone',
    'fact',
    { todo: 'Keep the file until the run is over.', pieces: MISSING },
  ]),
  causedIn('packages/core/test/flush-damage.test.ts', [
    'in a flush, of a journal of another version or of none',
    '….ndjson does not begin with a session that this version can read. If it is of a newer version, flush with that; to give it up, remove its folder',
    'fact',
    { pieces: ['… is not a plain file', '… is not a plain folder', '… was cut off while it was read'] },
  ]),
  causedIn('packages/core/test/flush-answers.test.ts', [
    'a run’s id that is none',
    "… is no run's id, which is a GUID: nothing is sent to an address that is made of it.",
    'fact',
    { todo: 'Write testRunId (TMS_TEST_RUN_ID) as the service shows it.' },
  ]),
  causedIn(
    'packages/core/test/service-proxy.test.ts',
    [
      'the service, or a proxy, is slow',
      'No whole answer within … ms….',
      'fact',
      {
        todo: 'It is asked again. Raise requestTimeout where it is always so.',
        pieces: ['No whole answer within … ms.'],
      },
    ],
    [
      'the proxy does not answer',
      'No connection to the proxy … that HTTP_PROXY names (…): start it or mend …; NO_PROXY leads past it.',
      'fact',
      { pieces: ['No connection to the proxy … that … names (…): start it or mend …; NO_PROXY leads past it.'] },
    ],
  ),
  causedIn('packages/core/test/security.test.ts', [
    'the service has a certificate of your own authority',
    "The service's certificate is not trusted here (…): name the authority that signed it in NODE_EXTRA_CA_CERTS.",
    'fact',
  ]),
  causedIn('scripts/starters/not-reporting.starters.ts', [
    'a framework older than what the reporter works with',
    'Testpoint: not reporting: … … is too old. @testpoint/… works with … … and newer.',
    'fact',
    { todo: 'Update the framework.' },
  ]),
];

export const frameworksElsewhere: readonly Elsewhere[] = [
  causedIn('packages/jest/test/stops.test.ts', [
    'Jest’s option bail',
    '1 test file was not run to the end: Jest stopped after a failure (bail)',
    'fact',
    { pieces: ['… not run to the end: Jest stopped after a failure (bail)'] },
  ]),
  causedIn(
    'packages/vitest/test/loading.test.ts',
    [
      'a Vite plugin that fails at our setup file',
      'Tests have no hooks, steps or attachments in their results: Vite could not process … (…). Let your Vite plugins leave this file alone.',
      'fact',
      {
        pieces: [
          '… have no hooks, steps or attachments in their results: Vite could not process … (…). Let your Vite plugins leave this file alone.',
        ],
      },
    ],
    [
      'the setup file fails in Vitest',
      'Hooks, steps and attachments are missing where the setup file failed: …',
      'fact',
      { todo: 'See what it says after the colon; the results are sent without them.' },
    ],
  ),
  causedIn(
    'packages/vitest/test/rows.test.ts',
    ['Vitest’s globalSetup throws', 'No test file ran: the global setup failed.', 'fact', { todo: 'Correct it.' }],
    ['Vitest’s option bail', '… was not run. The run was stopped after a failure (bail).', 'fact'],
  ),
  causedIn('packages/mocha/test/console.test.ts', [
    'option console names a module of another kind',
    'Option console: … is no Mocha reporter; spec prints instead',
    'fact',
    { todo: 'Name one of Mocha’s reporters, or the path of one.' },
  ]),
  causedIn(
    'packages/mocha/test/ends.test.ts',
    [
      'an error in what a test has left behind',
      'Testpoint: An error came after the last test, and ends the process: …',
      'fact',
      { todo: 'Let the test await what it starts.' },
    ],
    ['Mocha’s mochaGlobalSetup throws', 'The global setup failed', 'fact', { todo: 'Correct it.' }],
    ['Mocha’s mochaGlobalTeardown throws', 'The global teardown failed', 'fact', { todo: 'Correct it.' }],
    ['Mocha’s --forbid-only, or a selection that matches nothing', 'No test was run', 'fact'],
  ),
  causedIn('packages/mocha/test/corrections.test.ts', [
    'Mocha fails a test after it has passed, as for done() that is called again later',
    'The result of … was corrected: … when the test ended, … later',
    'fact',
    { todo: 'Let the test end once, when all that it started is over.' },
  ]),
];

export const commandsElsewhere: readonly Elsewhere[] = [
  causedIn(
    'packages/cli/test/flush.test.ts',
    [
      'flush, while the suite may still run',
      'A suite that may still be running keeps its session and its run. If it is over, finish them with: testpoint flush --force',
      'fact',
    ],
    ['which suite that is', 'its suite may still be running: process … on …, last sign of life … ago', 'fact'],
    [
      'flush, of a journal that something else wrote into',
      '1 line of what waits can’t be read: the journal was damaged after it was written. All others are\ndelivered or still waiting. Restore the session’s folder from a copy, or give the damaged lines up with --drop-unreadable.',
      undefined,
      {
        pieces: ['… of what waits can’t be read: the journal was damaged after it was written. All others are'],
      },
    ],
    [
      'flush, where a gigabyte and more is left',
      '… in …. Nothing is removed before it is delivered: remove the folders of what you give up.',
      'fact',
      { pieces: ['… Nothing is removed before it is delivered: remove the folders of what you give up.'] },
    ],
    [
      'flush of a result that is not among the run’s test points',
      'The run has no test point for this autotest; compare with `testpoint catalog`.',
      'fact',
    ],
  ),
  causedIn('packages/core/test/holders.test.ts', [
    'flush, while another process delivers the session',
    'process … on … is delivering it; it may be suspended: its last sign of life came … ago',
    'fact',
    { todo: 'Wait for it, or let it end and flush again.' },
  ]),
  causedIn('packages/cli/src/flush-progress.test.ts', [
    'flush takes long',
    '1,000 results delivered so far',
    'fact',
    { pieces: ['… results delivered so far'] },
  ]),
  causedIn('packages/cli/test/report.test.ts', [
    'report, of a journal that something else wrote into',
    "1 line of the journal of session … can't be read: what they said is missing here.",
    'fact',
    {
      todo: 'Restore the session’s folder from a copy.',
      pieces: ["… of the journal of session … can't be read: what they said is missing here."],
    },
  ]),
  causedIn('packages/conformance/test/report-shards.test.ts', [
    'report, of a suite that did not end',
    'Session … did not end: it was killed, or still runs.',
    'fact',
  ]),
  causedIn(
    'packages/cli/test/doctor-project.test.ts',
    ['the clock is right', 'agrees with the service', 'fact'],
    [
      'the clock is wrong',
      "this machine's is 60 s behind the service's: results show wrong times. Set the clock (NTP)",
      'fact',
      {
        pieces: ["this machine's is … s … the service's: results show wrong times. Set the clock (NTP)"],
      },
    ],
    ['Node is too old', '… is too old: use Node … or newer', 'fact'],
    ['our lines are not all in the configuration', '… lacks lines of ours', 'fact', { todo: 'Call testpoint init.' }],
    ['our lines are there', 'the reporter is in the configuration of …', 'fact'],
  ),
  causedIn('packages/cli/test/terminal.test.ts', [
    'the service takes more than a second',
    'Waiting for the service',
    'fact',
  ]),
  causedIn('packages/cli/test/run.test.ts', ['a run that was started or ended before', 'It was so already.', 'fact']),
  causedIn('packages/cli/test/output.test.ts', [
    'what a command prints is sent to a full disk',
    "Standard output can't be written: …",
    'fact',
    { todo: 'Make room there.' },
  ]),
  causedIn('packages/cli/test/exec-ends.test.ts', [
    'exec, and the service is slow',
    'Testpoint: the service has not made the run within 4.5 s',
    'fact',
    {
      todo: 'The command runs, and its results go into the run as soon as it is made.',
      pieces: ['Testpoint: the service has not … within … s'],
    },
  ]),
];
