import { causedIn, type Elsewhere } from '../../scenario.js';

const stays = (why: string) => `The exit code stays …: ${why}.`;

export const execAndCatalog: readonly Elsewhere[] = [
  causedIn(
    'packages/conformance/test/exec-gate.test.ts',
    [
      'exec --gate, if nothing reported',
      '✗ The gate is closed: no suite has reported anything. Check the command.',
      undefined,
    ],
    [
      'exec --gate, without results',
      'A gate needs results. Set TMS_REPORT=true: exec does not see the options of a reporter.',
      undefined,
      {
        pieces: ['A gate needs results.', 'Set TMS_REPORT=true: exec does not see the options of a reporter.'],
      },
    ],
    [
      'exec --gate, if only allowed tests failed, but another program may have failed, too',
      stays('"npm test --silent" may run other programs, and what follows a failed one never starts'),
      'fact',
      {
        pieces: ['The exit code stays …: ….', '"…" may run other programs, and what follows a failed one never starts'],
      },
    ],
    [
      'exec --gate, if a file can’t be loaded',
      stays('there were errors outside of tests in jest'),
      'fact',
      { pieces: ['there were errors outside of tests in …'] },
    ],
    [
      'exec --gate, with coverage thresholds',
      stays('coverage thresholds may have failed the run, too'),
      'fact',
      { pieces: ['… may have failed the run, too'] },
    ],
    [
      'exec --gate, if the command fails and no test does',
      stays('no test failed, so something else did'),
      'fact',
      { pieces: ['no test failed, so something else did'] },
    ],
    [
      'exec --gate, if the suite was killed',
      stays('the suite in mocha did not end by itself'),
      'fact',
      { pieces: ['the suite in … did not end by itself'] },
    ],
  ),
  causedIn('packages/cli/test/ci-summary.test.ts', [
    'a suite, or exec --rerun, if the page of the job can’t be written',
    '! No summary on the page of the job: EISDIR',
    'fact',
    { pieces: ['No summary on the page of the job: …'] },
  ]),
  causedIn(
    'packages/cli/test/catalog.test.ts',
    [
      'catalog --diff, on a file without ids',
      'older has no external ids: name an older catalog, or a list of external ids.',
      undefined,
      { pieces: ['… …: name an older catalog, or a list of external ids.', 'has no external ids'] },
    ],
    [
      'catalog --diff, on a missing file',
      "nowhere can't be read (…): name an older catalog, or a list of external ids.",
      undefined,
      { pieces: ["can't be read (…)"] },
    ],
    ['catalog --diff', '1 new test, 1 gone, 1 probably renamed', 'fact', { pieces: ['…, … gone, … probably renamed'] }],
  ),
];
