import { causedIn, type Elsewhere } from '../../scenario.js';

export const serveElsewhere: readonly Elsewhere[] = [
  causedIn(
    'packages/cli/test/serve.test.ts',
    [
      'serve',
      'Serving the results of … at …\nRun your tests in another terminal: they report here without any setting. Press Ctrl+C to stop.',
      'fact',
      { pieces: ['Runs on this machine', '(valid once, for a minute)'] },
    ],
    [
      'doctor, while `testpoint serve` runs',
      'answers in … ms, and has proved to be the server of `testpoint serve`',
      'fact',
      { pieces: [', and has proved to be the server of `testpoint serve`'] },
    ],
    ['serve, while another one runs in the folder', 'A server is running for this folder already, at …', 'fact'],
    [
      'serve --fresh, while another one runs in the folder',
      'A server is running for this folder at …. Stop it first.',
      undefined,
      { todo: 'Press Ctrl+C in its terminal, then run this command again.' },
    ],
    [
      'serve, with a wrong port',
      "error: option '--port <number>' argument '…' is invalid. Give a number from 0 to 65535; 0 picks a free one.",
      undefined,
      { pieces: ['Give a number from 0 to 65535; 0 picks a free one.'] },
    ],
    [
      'serve, without the server’s package',
      'serve needs the package @testpoint/reference-server: npm install --save-dev @testpoint/reference-server',
      undefined,
      { pieces: ['serve needs the package …: npm install --save-dev …'] },
    ],
    [
      'a suite, when another server answers at the address of `testpoint serve`',
      '… is not the server that `testpoint serve` started, so nothing was sent to it. Start `npx testpoint serve` again.',
    ],
    [
      'flush, on results for `testpoint serve`',
      'its results are for `testpoint serve`, which is not running: start `npx testpoint serve`, then flush again',
    ],
    [
      'flush, on results for a service, while `testpoint serve` runs',
      'its results are for a service: set TMS_URL and TMS_SECRET_KEY',
    ],
    [
      'flush, on results for `testpoint serve`, after --fresh',
      'its results are for another database of `testpoint serve`. If that was deleted (--fresh), delete this session, too',
    ],
  ),
];
